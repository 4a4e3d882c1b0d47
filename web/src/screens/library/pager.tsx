import { Button } from '../../design/button.tsx'
import { count } from '../../design/format.ts'

interface Props {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

export function Pager({ page, pages, onPage }: Props) {
  if (pages <= 1) return null
  return (
    <nav className="row pager" aria-label="Pages of results">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="figures">
        Page {count(page)} of {count(pages)}
      </span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
