import { Link } from 'wouter'
import type { PageView } from './page-text.tsx'

interface Props {
  readonly collection: string
  readonly view: PageView
}

/** Pages with the same content. */
export function Duplicates({ collection, view }: Props) {
  const { duplicateOf, duplicates } = view
  const href = (page: number) => `/c/${encodeURIComponent(collection)}/pages/${page}`
  if (!duplicateOf && duplicates.length === 0) {
    return <p className="muted">No duplicates in this collection.</p>
  }
  return (
    <div className="stack tight">
      {duplicateOf && (
        <p>
          A copy of{' '}
          <Link href={href(duplicateOf.page)}>
            <bdi>{duplicateOf.title.trim() || duplicateOf.url}</bdi>
          </Link>
        </p>
      )}
      <ul className="stack tight">
        {duplicates.map((one) => (
          <li key={one.page}>
            <Link href={href(one.page)}>
              <bdi>{one.title.trim() || one.url}</bdi>
            </Link>{' '}
            <bdi className="muted small">{one.source}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
