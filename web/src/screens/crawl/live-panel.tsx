import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Moment } from '../../design/dates.tsx'
import { count } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import type { CrawlLive } from './crawl-state.ts'
import { describeError } from './describe-error.ts'
import { HarvestCurve } from './harvest-curve.tsx'
import { HostQueue } from './host-queue.tsx'
import type { Curation } from './use-curation.ts'
import { VerdictList } from './verdict-list.tsx'
import { WorkerList } from './worker-list.tsx'

interface LivePanelProps {
  readonly crawl: CrawlLive
  readonly curation: Curation
}

/** The crawl while it runs. */
export function LivePanel({ crawl, curation }: LivePanelProps) {
  return (
    <div className="live">
      <div className="stack">
        <Card title="Harvest">
          <HarvestCurve curve={crawl.curve} />
        </Card>
        <Card title="Recent verdicts" className="verdicts-card">
          {curation.problem && <Problem problem={curation.problem} />}
          <VerdictList collection={crawl.collection} verdicts={crawl.verdicts} curation={curation} />
        </Card>
      </div>
      <div className="stack">
        <Card title="In progress" className="workers-card">
          <WorkerList workers={crawl.workers} />
        </Card>
        <Card title="Queue by host">
          <HostQueue hosts={crawl.hosts} />
        </Card>
        <Card title="Not fetched">
          <ErrorList errors={crawl.errors} />
        </Card>
        <Card title="Activity">
          <NoticeList notices={crawl.notices} />
        </Card>
      </div>
    </div>
  )
}

/** What was not fetched, by kind, with the meaning of each and what to do about it. */
function ErrorList({ errors }: { readonly errors: CrawlLive['errors'] }) {
  if (errors.length === 0) return <p className="muted">No failures or exclusions in this run.</p>
  const sorted = errors.toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
  return (
    <ul className="errors">
      {sorted.map(({ kind, count: times }) => {
        const { meaning, advice } = describeError(kind)
        return (
          <li key={kind}>
            <span className="figures times">{count(times)}</span>
            <div>
              <code>{kind}</code> <span>{meaning}</span>
              <div className="small muted">{advice}</div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Notices shown at first. */
const SHOWN = 8

/** Messages of the crawl, newest first. */
function NoticeList({ notices }: { readonly notices: CrawlLive['notices'] }) {
  const [all, setAll] = useState(false)
  if (notices.length === 0) return <p className="muted">No activity yet.</p>
  // Numbered from the oldest, so that the keys of the others stay when one is added.
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
