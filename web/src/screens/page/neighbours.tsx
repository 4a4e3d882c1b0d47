import { useEffect, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { count } from '../../design/format.ts'
import { isTyping, shortcutsOn } from '../../shell/shortcuts.ts'
import { apiQuery, PAGE_SIZE, readFilters, writeFilters } from '../library/filters.ts'
import { resultHref } from '../library/results.tsx'

/** Links back to the results, and to the previous and next one. */
export function Neighbours() {
  const search = useSearch()
  const [, go] = useLocation()
  const at = Number(new URLSearchParams(search).get('at') ?? 0)
  const filters = readFilters(search)
  const known = Number.isInteger(at) && at >= 1 && at <= 100_000
  const first = Math.max(1, at - 1)
  const query = { ...apiQuery(filters), sort: filters.sort, offset: first - 1, limit: 3 }
  const { data, stale } = useCall('GET /api/search', known ? { query } : null, { keep: true })
  const answer = known && !stale ? data : undefined
  const href = (number: number) => {
    const hit = number >= 1 ? answer?.hits[number - first] : undefined
    return hit ? resultHref(hit.collection, hit.page, filters, number) : null
  }
  const previous = href(at - 1)
  const next = href(at + 1)
  const pending = known && !answer
  /** A key pressed while the neighbours are loading; it takes effect once they are known. */
  const early = useRef('')
  useEffect(() => {
    const follow = (key: string): boolean => {
      const to = key === 'j' ? next : key === 'k' ? previous : null
      if (to) go(to)
      return to !== null
    }
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || !shortcutsOn() || document.querySelector('dialog[open]')) return
      if (pending) early.current = event.key
      else if (follow(event.key)) event.preventDefault()
    }
    if (!pending) {
      const key = early.current
      early.current = ''
      follow(key)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [pending, go, next, previous])
  if (!known) return null
  const page = Math.ceil(at / PAGE_SIZE)
  const back = writeFilters({ ...filters, page })
  return (
    <nav className="row neighbours" aria-label="Results">
      <Link className="button" href={back ? `/library?${back}` : '/library'}>
        <span aria-hidden="true">‹</span> Results
      </Link>
      <span className="muted small figures">
        {count(at)} {data && `of ${count(data.total)}`}
      </span>
      {previous ? (
        <Link className="button" href={previous} aria-keyshortcuts="k">
          Previous
        </Link>
      ) : (
        <span className="button" aria-disabled="true">
          Previous
        </span>
      )}
      {next ? (
        <Link className="button" href={next} aria-keyshortcuts="j">
          Next
        </Link>
      ) : (
        <span className="button" aria-disabled="true">
          Next
        </span>
      )}
    </nav>
  )
}
