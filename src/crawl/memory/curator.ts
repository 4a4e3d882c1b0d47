import type { CurationEntry, CurationRequest } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { LiveScope } from '../links/live-scope.ts'
import type { CrawlStats } from '../loop/stats.ts'
import type { CrawlMemory } from '../parts.ts'

/** Iterations of the event loop to wait for pages that are stored but not yet learned from; one is enough in practice. */
const MAX_TURNS = 1_000

export interface CuratorParts {
  readonly store: Pick<Store, 'curate' | 'counts'>
  /** If omitted, no crawl has learned anything yet. */
  readonly strategy?: CrawlMemory['strategy']
  readonly traps: CrawlMemory['traps']
  /** Of a running crawl. */
  readonly scope?: LiveScope
  readonly stats?: CrawlStats
}

/** Carries out curators' decisions: the store, the strategy and the traps change together, or not at all. */
export class Curator {
  readonly #parts: CuratorParts
  #isTainted = false

  constructor(parts: CuratorParts) {
    this.#parts = parts
  }

  /** The strategy learned a correction that could not be stored: only a new session has the stored state. */
  get isTainted(): boolean {
    return this.#isTainted
  }

  async curate(order: CurationRequest): Promise<CurationEntry> {
    const { store, strategy, traps, scope, stats } = this.#parts
    await this.#allLearnt()
    let taught = false
    const entry = await store
      .curate(order, (pages) => {
        taught = pages.length > 0
        const corrected = strategy?.correct(pages.map(({ observation }) => observation)) ?? []
        return [...corrected, ...traps.correct(pages.map(({ visit }) => visit))]
      })
      .catch((error: unknown) => {
        this.#isTainted ||= taught
        throw error
      })
    if ('source' in order.target) scope?.decide(order.target.source, order.decision)
    if (stats) {
      const { kept, copies } = await store.counts()
      Object.assign(stats, { kept, copies })
    }
    return entry
  }

  /** A page is learned from right after it is stored; a correction must not come between. */
  async #allLearnt(): Promise<void> {
    const { store, strategy } = this.#parts
    for (let i = 0; strategy && i < MAX_TURNS; i++) {
      if (strategy.order >= (await store.counts()).fetched) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
