import { BoundedMap } from '../cache/bounded-map.ts'
import type { RobotsRecord } from '../model/robots.ts'

/** Maximum number of hosts and robots.txt records kept; the oldest are evicted. */
const MAX_REMEMBERED = 500

/**
 * State of hosts between requests: delays, robots.txt and requests in progress. Share it between all callers that contact the same
 * hosts.
 */
export class PoliteHosts {
  readonly #readyAt = new BoundedMap<string, number>(MAX_REMEMBERED)
  readonly #robots = new BoundedMap<string, RobotsRecord>(MAX_REMEMBERED)
  readonly #turns = new Map<string, Promise<void>>()

  readyAt(host: string): number {
    return this.#readyAt.get(host) ?? 0
  }

  rest(host: string, until: number): void {
    this.#readyAt.set(host, until)
  }

  robots(origin: string): RobotsRecord | undefined {
    return this.#robots.get(origin)
  }

  putRobots(record: RobotsRecord): void {
    this.#robots.set(record.origin, record)
  }

  /** Runs `work` once all earlier work for this host has finished. */
  async alone<T>(host: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(host) ?? Promise.resolve()
    const result = before.then(work)
    const mine = result.then(
      () => {},
      () => {},
    )
    this.#turns.set(host, mine)
    try {
      return await result
    } finally {
      if (this.#turns.get(host) === mine) this.#turns.delete(host)
    }
  }
}
