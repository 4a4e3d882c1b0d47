import { Link } from 'wouter'
import { Card } from '../../design/card.tsx'
import type { citedPages } from './summary-text.ts'

interface SummaryNotesProps {
  readonly collection: string
  readonly cited: ReturnType<typeof citedPages>
}

/** The pages cited, in the order of their numbers. */
export function SummaryNotes({ collection, cited }: SummaryNotesProps) {
  if (cited.size === 0) return null
  return (
    <Card title="Pages cited">
      <ol className="notes">
        {[...cited.values()].map(({ number, page, title, source }) => (
          <li key={page} id={`note-${number}`} tabIndex={-1}>
            <span className="figures muted">[{number}]</span>
            <span>
              <Link href={`/c/${encodeURIComponent(collection)}/pages/${page}`}>
                <bdi>{title.trim() || `page ${page}`}</bdi>
              </Link>{' '}
              <span className="muted">{source}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
