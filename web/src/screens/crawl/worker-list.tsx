import { useRef } from 'react'
import { useReducedMotion } from '../../design/use-media.ts'
import type { CrawlLive } from './crawl-state.ts'
import { keepSlots } from './keep-order.ts'
import { useNow } from './use-now.ts'

type Worker = CrawlLive['workers'][number]

const DOING: Readonly<Record<Worker['doing'], string>> = {
  robots: 'robots.txt',
  fetching: 'fetching',
  reading: 'reading',
  rendering: 'rendering',
  judging: 'judging',
  archiving: 'archiving',
  storing: 'storing',
  waiting: 'waiting',
}

const keyOf = (worker: Worker) => worker.url
/** Shorter durations are not shown. */
const SHOWN_FROM_S = 3

/** What every worker is doing; each keeps its line until its page is finished. */
export function WorkerList({ workers }: { readonly workers: readonly Worker[] }) {
  const reducedMotion = useReducedMotion()
  const now = useNow(!reducedMotion && workers.length > 0)
  const slots = useRef<(Worker | null)[]>([])
  slots.current = keepSlots(slots.current, workers, keyOf)
  const lines = slots.current.map((worker, slot) => ({ worker, slot }))
  if (lines.length === 0) return <p className="muted">No pages in progress.</p>
  return (
    <ol className="workers">
      {lines.map(({ worker, slot }) => (
        <li key={slot} className={worker ? '' : 'idle'}>
          <span className="doing">{worker ? DOING[worker.doing] : 'idle'}</span>
          <span className="where" title={worker?.url}>
            {worker?.url.replace(/^https?:\/\//, '') ?? ''}
          </span>
          <span className="figures muted">{worker && !reducedMotion ? ageOf(worker, now) : ''}</span>
        </li>
      ))}
    </ol>
  )
}

function ageOf(worker: Worker, now: number): string {
  const seconds = Math.round((now - new Date(worker.since).getTime()) / 1000)
  return seconds >= SHOWN_FROM_S ? `${seconds} s` : ''
}
