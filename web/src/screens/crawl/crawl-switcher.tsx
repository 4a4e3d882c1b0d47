import { useState } from 'react'
import { Link } from 'wouter'
import { routeUrl } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useLive } from '../../api/use-live.ts'
import { useTabVisible } from '../../api/use-tab-visible.ts'
import { Chip } from '../../design/chip.tsx'
import { count, share } from '../../design/format.ts'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { type CrawlStatus, isActive, STATE_TEXT } from './crawl-state.ts'

/** Every crawl with its state, active ones first, then by name; followed only while the list is visible. */
function useCrawls(following: boolean) {
  const fetched = useCall('GET /api/crawls', {})
  const live = useLive(following ? routeUrl('GET /api/live', {}) : null, 'crawls')
  const crawls = (live.data ?? fetched.data)?.crawls
  const sorted = crawls?.toSorted(
    (a, b) => Number(isActive(b.state)) - Number(isActive(a.state)) || a.name.localeCompare(b.name),
  )
  return { crawls: sorted, problem: crawls ? null : fetched.problem, reload: fetched.reload }
}

/** All crawls at a glance; the one that is shown is marked. */
export function CrawlSwitcher({ current }: { readonly current?: string | undefined }) {
  const [open, setOpen] = useState(current === undefined)
  const seen = useTabVisible()
  const { crawls, problem, reload } = useCrawls(open && seen)
  if (!crawls) return problem ? <Problem problem={problem} onRetry={reload} /> : <Skeleton lines={2} />
  if (crawls.length === 0) {
    return (
      <Empty title="No collections yet">
        <p>
          <Link href="/events/new">Create an event</Link>, then crawl it here.
        </p>
      </Empty>
    )
  }
  const active = crawls.filter(({ state }) => isActive(state)).length
  return (
    <details className="crawl-switcher" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        All crawls{' '}
        <span className="muted figures">
          {count(crawls.length)}
          {open && `, ${active === 0 ? 'none' : count(active)} running`}
        </span>
      </summary>
      <ul>
        {crawls.map((crawl) => (
          <li key={crawl.collection}>
            <CrawlLine crawl={crawl} current={crawl.collection === current} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function CrawlLine({ crawl, current }: { readonly crawl: CrawlStatus; readonly current: boolean }) {
  const { name, tone } = STATE_TEXT[crawl.state]
  return (
    <Link
      href={`/c/${encodeURIComponent(crawl.collection)}/crawl`}
      aria-current={current ? 'page' : undefined}
      className="crawl-line"
    >
      <span className="name">
        <bdi>{crawl.name}</bdi>
      </span>
      <Chip tone={tone}>{name}</Chip>
      <span className="figures small muted">
        {count(crawl.kept)} of {count(crawl.fetched)} kept ({share(crawl.harvest)})
        {crawl.state === 'running' ? `, ${crawl.pagesPerSecond.toFixed(1)} pages/s` : ''}
      </span>
    </Link>
  )
}
