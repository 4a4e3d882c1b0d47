import { Moment } from '../../design/dates.tsx'
import type { CrawlLive } from './crawl-state.ts'

/** What the crawl had to say, newest first. */
export function NoticeList({ notices }: { readonly notices: CrawlLive['notices'] }) {
  if (notices.length === 0) return <p className="muted">The crawl has had nothing to say.</p>
  // Numbered from the oldest: a new one above them leaves the others what they are.
  const numbered = notices.map((notice, index) => ({ ...notice, number: notices.length - index }))
  return (
    <ul className="crawl-notices">
      {numbered.map(({ at, text, number }) => (
        <li key={`${at} ${number}`}>
          <span className="small muted figures">
            <Moment at={at} />
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
