import type { Lease, Visit } from '../../model/crawl.ts'
import type { Verdict } from '../../model/verdict.ts'

/** The current stage of a visit. */
export type VisitStage =
  | 'robots'
  | 'fetching'
  | 'reading'
  | 'rendering'
  | 'judging'
  | 'archiving'
  | 'storing'
  | 'waiting'

/** Observes the visits of a crawl. Called several times per page, between its stages: implementations must be fast and must not throw. */
export interface VisitWatch {
  /** Also called for visits that end at the first check. */
  doing(lease: Lease, stage: VisitStage): void
  /** The page is safely stored. */
  judged(lease: Lease, title: string, verdict: Verdict, visit: Visit | undefined): void
  /** A failure or exclusion, as it is counted: `fetch` and `timeout`, `http` and `404`, `robots` and `disallowed`. */
  failed?(lease: Lease, stage: string, code: string): void
  /** The visit has ended, for whatever reason. */
  over(lease: Lease): void
}
