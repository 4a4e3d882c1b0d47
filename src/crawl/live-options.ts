import { POLITENESS, type PolitenessOptions } from '../frontier/politeness.ts'
import {
  type CompleteSpecification,
  CRAWL_OPTION_NAMES,
  type CrawlOptionName,
  type CrawlSpecification,
} from '../model/crawl-options.ts'
import { withDefaults } from '../model/crawl-specification.ts'

/** Politeness settings that are not crawl options; only tests and benchmarks set them. */
export type PolitenessDetails = Partial<Omit<PolitenessOptions, 'delayMs' | 'addressDelayMs'>>

/**
 * The options of a running crawl. They can change at any time: read `now` and `politeness` whenever a value is needed, and keep neither.
 */
export class LiveOptions {
  #now: CompleteSpecification
  readonly #details: PolitenessDetails
  readonly #listeners = new Set<() => void>()

  constructor(specification: CrawlSpecification = {}, details: PolitenessDetails = {}) {
    this.#now = withDefaults(specification)
    this.#details = details
  }

  get now(): CompleteSpecification {
    return this.#now
  }

  get politeness(): PolitenessOptions {
    const { delay, addressDelay } = this.#now
    return { ...POLITENESS, ...this.#details, delayMs: delay, addressDelayMs: addressDelay ?? null }
  }

  /** Replaces the specification; returns the names of the options that changed. */
  change(specification: CrawlSpecification): CrawlOptionName[] {
    const before = this.#now
    const now = withDefaults(specification)
    this.#now = now
    const changed = CRAWL_OPTION_NAMES.filter((name) => !isSame(before[name], now[name]))
    if (changed.length > 0) this.notify()
    return changed
  }

  /** Wakes a waiting crawl after a change here or in the queue. */
  notify(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` after every change and notification, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
