import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Moment } from '../../design/dates.tsx'
import { count } from '../../design/format.ts'
import type { CrawlLive } from './crawl-state.ts'

/** Notices shown at first. */
const SHOWN = 8

/** What the crawl had to say, newest first. */
export function NoticeList({ notices }: { readonly notices: CrawlLive['notices'] }) {
  const [all, setAll] = useState(false)
  if (notices.length === 0) return <p className="muted">The crawl has had nothing to say.</p>
  // Numbered from the oldest: a new one above them leaves the others what they are.
  const numbered = notices.map((notice, index) => ({ ...notice, number: notices.length - index }))
  return (
    <>
      <ul className="crawl-notices">
        {(all ? numbered : numbered.slice(0, SHOWN)).map(({ at, text, number }) => (
          <li key={`${at} ${number}`}>
            <span className="small muted figures">
              <Moment at={at} />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {!all && numbered.length > SHOWN && (
        <Button look="quiet" onClick={() => setAll(true)}>
          Show {count(numbered.length - SHOWN)} more
        </Button>
      )}
    </>
  )
}
