import type { VisitStage } from './visit-watch.ts'

/** How often visits were in a stage, and for how long in all. */
export interface StageTime {
  readonly stage: VisitStage
  readonly visits: number
  readonly ms: number
}

/** Adds up the time that visits spend in each stage. */
export class StageTimes {
  readonly #now: () => number
  readonly #current = new Map<number, { readonly stage: VisitStage; readonly since: number }>()
  readonly #totals = new Map<VisitStage, { visits: number; ms: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** A visit enters a stage and leaves the one before; null: it is over. Returns the stage that it left. */
  enter(visit: number, stage: VisitStage | null): { stage: VisitStage; ms: number } | null {
    const now = this.#now()
    const left = this.#current.get(visit)
    if (stage === null) this.#current.delete(visit)
    else this.#current.set(visit, { stage, since: now })
    if (!left) return null
    const ms = Math.max(0, now - left.since)
    const total = this.#totals.get(left.stage) ?? { visits: 0, ms: 0 }
    this.#totals.set(left.stage, { visits: total.visits + 1, ms: total.ms + ms })
    return { stage: left.stage, ms }
  }

  totals(): StageTime[] {
    return [...this.#totals].map(([stage, { visits, ms }]) => ({ stage, visits, ms }))
  }
}
