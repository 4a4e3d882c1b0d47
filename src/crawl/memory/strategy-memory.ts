import type { Observation } from '../../model/crawl.ts'
import { EventideError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { StrategySpec } from '../../model/strategy-spec.ts'
import { specOf } from '../../score/registry.ts'
import type { Strategy } from '../../score/strategy.ts'
import type { Store } from '../../store/store.ts'

const KEY = 'strategy'
/** Minimum number of pages between snapshots; later pages are replayed from the store, so a crash loses nothing. */
const PAGES_BETWEEN_SNAPSHOTS = 200
/**
 * A large state is saved less often, so that the cost of snapshots per page does not grow with the crawl. 4 KiB per
 * page take 0.1 ms; a state of 2 MB is at most 500 pages old, and those are replayed when a crawl resumes.
 */
const SNAPSHOT_BYTES_PER_PAGE = 4096

interface Saved {
  readonly name: string
  /** The options that were set; absent in collections of earlier versions, which had no options. */
  readonly options?: StrategySpec['options']
  readonly order: number
  readonly state: Json
}

/** Stores what a strategy has learned in the collection, exactly: the last snapshot plus every observation after it. */
export class StrategyMemory {
  readonly #strategy: Strategy
  readonly #store: Store
  #order = 0
  #savedOrder = 0
  #interval = PAGES_BETWEEN_SNAPSHOTS

  private constructor(strategy: Strategy, store: Store) {
    this.#strategy = strategy
    this.#store = store
  }

  /** A strategy whose name or options differ from those of the saved state starts anew from all observations. */
  static async restore(strategy: Strategy, store: Store): Promise<StrategyMemory> {
    const memory = new StrategyMemory(strategy, store)
    const { options } = specOf(strategy)
    const saved = (await store.getMeta(KEY)) as Saved | undefined
    const isSame = saved?.name === strategy.name && isSameOptions(saved.options ?? {}, options)
    if (isSame && strategy.restore) {
      strategy.restore(saved.state)
      memory.#order = memory.#savedOrder = saved.order
    }
    for await (const observation of store.observations(memory.#order)) {
      memory.#order = observation.order
      strategy.observe?.(observation)
    }
    return memory
  }

  observe(observation: Observation): void {
    this.#order = observation.order
    this.#strategy.observe?.(observation)
  }

  async saveIfDue(): Promise<void> {
    if (this.#order - this.#savedOrder >= this.#interval) await this.save()
  }

  /** Pages the strategy has learned from. */
  get order(): number {
    return this.#order
  }

  /**
   * Corrects the outcome of pages the strategy has learned from. Returns its state as a note for the store; both are
   * written in one transaction, so that a resumed crawl has exactly this state.
   */
  correct(observations: readonly Observation[]): [string, Json][] {
    for (const observation of observations) this.#strategy.observe?.({ ...observation, order: this.#order })
    return observations.length > 0 && this.#strategy.snapshot ? [[KEY, this.#note()]] : []
  }

  /** At the end of a run. A failed write loses nothing here: what is not saved is replayed. */
  async saveIfPossible(): Promise<void> {
    await this.save().catch((error: unknown) => {
      if (!(error instanceof EventideError)) throw error
    })
  }

  async save(): Promise<void> {
    if (!this.#strategy.snapshot || this.#order === this.#savedOrder) return
    await this.#store.setMeta(KEY, this.#note())
  }

  #note(): Json {
    const saved: Saved = {
      name: this.#strategy.name,
      options: specOf(this.#strategy).options,
      order: this.#order,
      state: this.#strategy.snapshot?.() ?? null,
    }
    this.#savedOrder = this.#order
    const bytes = JSON.stringify(saved.state).length
    this.#interval = Math.max(PAGES_BETWEEN_SNAPSHOTS, Math.ceil(bytes / SNAPSHOT_BYTES_PER_PAGE))
    return { ...saved } as Json
  }
}

/** The strategy of the last run, including strategies that do not learn and so save no state. */
const USED_KEY = 'crawl-strategy'

/** Stores the strategy of a run, once for the collection and not with every page. */
export async function recordStrategy(store: Pick<Store, 'setMeta'>, strategy: Strategy): Promise<void> {
  const { name, options } = specOf(strategy)
  await store.setMeta(USED_KEY, { name, options: options as Json })
}

/** The strategy of the last run of a collection; undefined if none was ever stored. */
export async function rememberedStrategy(store: Pick<Store, 'getMeta'>): Promise<StrategySpec | undefined> {
  const saved = (await store.getMeta(KEY)) as Saved | undefined
  return saved && { name: saved.name, options: saved.options ?? {} }
}

function isSameOptions(a: StrategySpec['options'], b: StrategySpec['options']): boolean {
  const text = (options: StrategySpec['options']) =>
    JSON.stringify(Object.entries(options).sort(([x], [y]) => (x < y ? -1 : 1)))
  return text(a) === text(b)
}
