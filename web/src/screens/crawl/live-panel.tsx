import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/states.tsx'
import type { CrawlLive } from './crawl-state.ts'
import { ErrorList } from './error-list.tsx'
import { HarvestCurve } from './harvest-curve.tsx'
import { HostQueue } from './host-queue.tsx'
import { NoticeList } from './notice-list.tsx'
import type { Curation } from './use-curation.ts'
import { VerdictList } from './verdict-list.tsx'
import { WorkerList } from './worker-list.tsx'

interface LivePanelProps {
  readonly crawl: CrawlLive
  readonly curation: Curation
}

/** The crawl at work. */
export function LivePanel({ crawl, curation }: LivePanelProps) {
  return (
    <div className="live">
      <div className="stack">
        <Card title="Harvest">
          <HarvestCurve curve={crawl.curve} />
        </Card>
        <Card title="Last verdicts" className="verdicts-card">
          {curation.problem && <Problem problem={curation.problem} />}
          <VerdictList collection={crawl.collection} verdicts={crawl.verdicts} curation={curation} />
        </Card>
      </div>
      <div className="stack">
        <Card title="At work now" className="workers-card">
          <WorkerList workers={crawl.workers} />
        </Card>
        <Card title="Queue by host">
          <HostQueue hosts={crawl.hosts} />
        </Card>
        <Card title="Not fetched">
          <ErrorList errors={crawl.errors} />
        </Card>
        <Card title="Notices">
          <NoticeList notices={crawl.notices} />
        </Card>
      </div>
    </div>
  )
}
