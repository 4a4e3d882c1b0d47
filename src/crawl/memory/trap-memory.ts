import { type TrapOptions, Traps } from '../../frontier/traps/traps.ts'
import { isSameListing, urlPattern } from '../../frontier/traps/url-pattern.ts'
import type { Lease, NewItem, Visit } from '../../model/crawl.ts'
import { EventideError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Verdict } from '../../model/verdict.ts'
import type { Store } from '../../store/store.ts'
import type { NewLink } from '../links/link-items.ts'

const KEY = 'traps'
/** Minimum number of pages between snapshots; later pages are replayed from the store. */
const PAGES_BETWEEN_SNAPSHOTS = 500
/** A large state is saved less often, so that its cost per page does not grow with the crawl. */
const SNAPSHOT_BYTES_PER_PAGE = 512

interface Saved {
  readonly order: number
  readonly state: ReturnType<Traps['snapshot']>
}

type Address = Pick<NewItem, 'canonicalUrl' | 'host' | 'source' | 'depth'>

/** Stores what a crawl has learned about traps in the collection, exactly: the last snapshot plus every visit after it. */
export class TrapMemory {
  readonly #traps: Traps
  readonly #store: Store
  #order = 0
  #savedOrder = 0
  #interval = PAGES_BETWEEN_SNAPSHOTS

  private constructor(traps: Traps, store: Store) {
    this.#traps = traps
    this.#store = store
  }

  static async restore(store: Store, options: TrapOptions = {}): Promise<TrapMemory> {
    const memory = new TrapMemory(new Traps(options), store)
    const saved = (await store.getMeta(KEY)) as Saved | undefined
    if (saved) {
      memory.#traps.restore(saved.state)
      memory.#order = memory.#savedOrder = saved.order
    }
    for await (const visit of store.visits(memory.#order)) memory.#count(visit)
    return memory
  }

  whyNot(item: Address): string | undefined {
    return this.#traps.whyNot(item)
  }

  /** The reason as text; empty when no trap excludes the URL. */
  because(item: Address): string {
    return this.#traps.whyNot(item) === undefined ? '' : this.#traps.because(item)
  }

  /** Everything that is closed now, for display. */
  closedPatterns(): ReturnType<Traps['closedPatterns']> {
    return this.#traps.closedPatterns()
  }

  /** Marks the links of a page that lead to another page of the same pagination or calendar, and excludes those of a missing page. */
  mark(lease: Lease, verdict: Verdict, links: readonly NewLink[]): void {
    const own = urlPattern(lease.canonicalUrl)
    const missing = verdict.evidence.notFound !== undefined
    for (const link of links) {
      link.sameListing = link.host === lease.host && isSameListing(own, urlPattern(link.canonicalUrl))
      if (missing) link.excluded ??= 'soft-404'
    }
  }

  /** Learns from a page that was just completed. */
  observe(visit: Visit): void {
    this.#count(visit)
  }

  async saveIfDue(): Promise<void> {
    if (this.#order - this.#savedOrder >= this.#interval) await this.#save()
  }

  /** Corrects the outcome of pages, as `StrategyMemory.correct` does. */
  correct(visits: readonly Visit[]): [string, Json][] {
    for (const visit of visits) this.#traps.count(visit)
    return visits.length > 0 ? [[KEY, this.#note()]] : []
  }

  /** At the end of a run. What a full disk prevents from being saved is replayed. */
  async saveIfPossible(): Promise<void> {
    await this.#save().catch((error: unknown) => {
      if (!(error instanceof EventideError)) throw error
    })
  }

  #count(visit: Visit): void {
    this.#order = visit.order
    this.#traps.count(visit)
  }

  async #save(): Promise<void> {
    if (this.#order === this.#savedOrder) return
    await this.#store.setMeta(KEY, this.#note())
  }

  #note(): Json {
    const saved: Saved = { order: this.#order, state: this.#traps.snapshot() }
    this.#savedOrder = this.#order
    const bytes = JSON.stringify(saved.state).length
    this.#interval = Math.max(PAGES_BETWEEN_SNAPSHOTS, Math.ceil(bytes / SNAPSHOT_BYTES_PER_PAGE))
    return saved as unknown as Json
  }
}
