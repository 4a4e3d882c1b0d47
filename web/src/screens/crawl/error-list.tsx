import { count } from '../../design/format.ts'
import type { CrawlLive } from './crawl-state.ts'
import { errorWords } from './error-words.ts'

/** What was not fetched, by kind, with what each kind means and whether something can be done about it. */
export function ErrorList({ errors }: { readonly errors: CrawlLive['errors'] }) {
  if (errors.length === 0)
    return <p className="muted">Nothing failed, and nothing was left out, in this run.</p>
  const sorted = errors.toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
  return (
    <ul className="errors">
      {sorted.map(({ kind, count: times }) => {
        const { means, todo } = errorWords(kind)
        return (
          <li key={kind}>
            <span className="figures times">{count(times)}</span>
            <div>
              <code>{kind}</code> <span>{means}</span>
              <div className="small muted">{todo}</div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
