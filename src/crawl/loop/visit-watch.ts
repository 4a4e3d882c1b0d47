import type { Lease, Visit } from '../../model/crawl.ts'
import type { Verdict } from '../../model/verdict.ts'

/** What a visit does at a moment. */
export type VisitStage =
  | 'robots'
  | 'fetching'
  | 'reading'
  | 'rendering'
  | 'judging'
  | 'archiving'
  | 'storing'
  | 'waiting'

/** Who looks on while a crawl works. Called several times a page, between two steps of it: it may take notes and nothing more. */
export interface VisitWatch {
  /** Also called for what never gets further than the first check. */
  doing(lease: Lease, stage: VisitStage): void
  /** The page is safely stored. */
  judged(lease: Lease, title: string, verdict: Verdict, visit: Visit | undefined): void
  /** However it ended. */
  over(lease: Lease): void
}
