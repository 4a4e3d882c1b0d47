import type { Clock } from '../../crawl/clock.ts'
import type { Store } from '../../store/store.ts'

interface Waiter {
  readonly until: number
  wake(): void
}

/**
 * A clock that advances only while the crawl loop and all visits are waiting. A crawl that would take days because of its
 * delays runs without waiting, and is reproducible.
 */
export class VirtualClock implements Clock {
  #now: number
  #visits = 0
  #checking = false
  /** In order of arrival, which breaks ties. */
  readonly #waiters = new Set<Waiter>()

  constructor(start: number) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => {
        this.#waiters.delete(waiter)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const waiter = { until: this.#now + ms, wake }
      this.#waiters.add(waiter)
      signal?.addEventListener('abort', wake)
      this.#check()
    })
  }

  /**
   * Wraps a store to count visits: from the claim of a lease until it is completed or released. While a visit is busy, the clock
   * stands still. A proxy, because only three of the store's many methods are observed.
   */
  trackVisits(store: Store): Store {
    const ended = () => {
      this.#visits--
      this.#check()
    }
    const observed: Pick<Store, 'claim' | 'complete' | 'release'> = {
      claim: async (request) => {
        const leases = await store.claim(request)
        this.#visits += leases.length
        return leases
      },
      complete: (...given) => store.complete(...given).finally(ended),
      release: (...given) => store.release(...given).finally(ended),
    }
    return new Proxy(store, {
      get(target, key) {
        if (Object.hasOwn(observed, key)) return Reflect.get(observed, key)
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  /** Advances to the next waiter once everything that can run has run. */
  #check(): void {
    if (this.#checking) return
    this.#checking = true
    setImmediate(() => {
      this.#checking = false
      // All visits and the crawl loop must be waiting.
      if (this.#waiters.size <= this.#visits) return
      let first: Waiter | undefined
      for (const waiter of this.#waiters) if (!first || waiter.until < first.until) first = waiter
      if (!first || first.until === Number.POSITIVE_INFINITY) return
      this.#now = Math.max(this.#now, first.until)
      first.wake()
      if (this.#waiters.size > this.#visits) this.#check()
    })
  }
}
