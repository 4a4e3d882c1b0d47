import type { Log } from '../../log/log.ts'
import type { Lease, Visit } from '../../model/crawl.ts'
import type { Verdict } from '../../model/verdict.ts'
import { StageTimes } from './stage-times.ts'
import type { VisitStage, VisitWatch } from './visit-watch.ts'

interface Outcome {
  readonly begun: number
  stage: string
  readonly times: Record<string, number>
  verdict?: { readonly relevance: number; readonly kept: boolean }
  error?: string
}

/** Writes one log entry for each visit: how long each stage took, and what came of it. Passes everything on to another observer. */
export class VisitLog implements VisitWatch {
  readonly #log: Log
  readonly #next: VisitWatch | undefined
  readonly #now: () => number
  readonly #stages: StageTimes
  readonly #visits = new Map<number, Outcome>()

  constructor(log: Log, next?: VisitWatch, now: () => number = () => performance.now()) {
    this.#log = log
    this.#next = next
    this.#now = now
    this.#stages = new StageTimes(now)
  }

  doing(lease: Lease, stage: VisitStage): void {
    const visit = this.#visits.get(lease.id) ?? { begun: this.#now(), stage, times: {} }
    this.#visits.set(lease.id, visit)
    visit.stage = stage
    this.#leave(visit, this.#stages.enter(lease.id, stage))
    this.#next?.doing(lease, stage)
  }

  judged(lease: Lease, title: string, verdict: Verdict, stored: Visit | undefined): void {
    const visit = this.#visits.get(lease.id)
    if (visit) {
      const { relevance, relevant } = verdict
      visit.verdict = { relevance, kept: stored?.relevant ?? relevant }
    }
    this.#next?.judged(lease, title, verdict, stored)
  }

  failed(lease: Lease, stage: string, code: string): void {
    const visit = this.#visits.get(lease.id)
    if (visit) {
      visit.stage = stage
      visit.error = code
    }
    this.#next?.failed?.(lease, stage, code)
  }

  over(lease: Lease): void {
    const visit = this.#visits.get(lease.id)
    this.#visits.delete(lease.id)
    if (visit) {
      this.#leave(visit, this.#stages.enter(lease.id, null))
      const { stage, error, verdict, times } = visit
      this.#log({
        level: error === undefined ? 'info' : 'warn',
        event: error !== undefined ? 'failed' : verdict ? 'page' : 'visit',
        url: lease.url,
        stage,
        ms: rounded(this.#now() - visit.begun),
        error,
        ...verdict,
        ...times,
      })
    }
    this.#next?.over(lease)
  }

  #leave({ times }: Outcome, left: { stage: VisitStage; ms: number } | null): void {
    if (left) times[`${left.stage}Ms`] = rounded((times[`${left.stage}Ms`] ?? 0) + left.ms)
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
