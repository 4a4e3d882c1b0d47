import type { Clock } from '../../crawl/clock.ts'
import type { Store } from '../../store/store.ts'

interface Sleeper {
  readonly until: number
  wake(): void
}

/**
 * Time that passes only while everybody waits: the crawl loop and every visit in hand. A polite crawl of days takes
 * no longer than its work, and goes the same way each time.
 */
export class VirtualClock implements Clock {
  #now: number
  #visits = 0
  #checking = false
  /** In the order in which they fell asleep, which decides among equals. */
  readonly #sleepers = new Set<Sleeper>()

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
        this.#sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const sleeper = { until: this.#now + ms, wake }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', wake)
      this.#check()
    })
  }

  /** The same store; leases that are out are visits in hand, and while one of them works the clock stands still. */
  watching(store: Store): Store {
    const ended = () => {
      this.#visits--
      this.#check()
    }
    const watched: Pick<Store, 'claim' | 'complete' | 'release'> = {
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
        if (Object.hasOwn(watched, key)) return Reflect.get(watched, key)
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  /** Looks when all that could run at this moment has run. */
  #check(): void {
    if (this.#checking) return
    this.#checking = true
    setImmediate(() => {
      this.#checking = false
      // The loop is the one more who may sleep.
      if (this.#sleepers.size <= this.#visits) return
      let first: Sleeper | undefined
      for (const sleeper of this.#sleepers) if (!first || sleeper.until < first.until) first = sleeper
      if (!first || first.until === Number.POSITIVE_INFINITY) return
      this.#now = Math.max(this.#now, first.until)
      first.wake()
      if (this.#sleepers.size > this.#visits) this.#check()
    })
  }
}
