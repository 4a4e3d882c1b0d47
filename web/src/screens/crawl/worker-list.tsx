import { useRef } from 'react'
import type { CrawlLive } from './crawl-state.ts'
import { keepSlots } from './keep-places.ts'
import { useCalm, useNow } from './use-now.ts'

type Worker = CrawlLive['workers'][number]

const DOING: Readonly<Record<Worker['doing'], string>> = {
  robots: 'reads robots.txt',
  fetching: 'fetches',
  reading: 'reads',
  rendering: 'renders',
  judging: 'judges',
  archiving: 'archives',
  storing: 'stores',
  waiting: 'waits',
}

const keyOf = (worker: Worker) => worker.url
/** A visit younger than this has no age worth showing. */
const SHOWN_FROM_S = 3

/** What every worker does at this moment; each keeps its line while it is at it. */
export function WorkerList({ workers }: { readonly workers: readonly Worker[] }) {
  const calm = useCalm()
  const now = useNow(!calm && workers.length > 0)
  const slots = useRef<(Worker | null)[]>([])
  slots.current = keepSlots(slots.current, workers, keyOf)
  const lines = slots.current.map((worker, slot) => ({ worker, slot }))
  if (lines.length === 0) return <p className="muted">Nothing is being fetched.</p>
  return (
    <ol className="workers">
      {lines.map(({ worker, slot }) => (
        <li key={slot} className={worker ? '' : 'free'}>
          <span className="doing">{worker ? DOING[worker.doing] : 'free'}</span>
          <span className="where" title={worker?.url}>
            {worker?.url.replace(/^https?:\/\//, '') ?? ''}
          </span>
          <span className="figures muted">{worker && !calm ? ageOf(worker, now) : ''}</span>
        </li>
      ))}
    </ol>
  )
}

function ageOf(worker: Worker, now: number): string {
  const seconds = Math.round((now - new Date(worker.since).getTime()) / 1000)
  return seconds >= SHOWN_FROM_S ? `${seconds} s` : ''
}
