import { BoundedMap } from '../cache/bounded-map.ts'
import type { RobotsRecord } from '../model/robots.ts'

/** Hosts and rules remembered; a server that runs for months forgets those it asked first. */
const MAX_REMEMBERED = 500

/** What is known of hosts between requests. Shared by all that ask them, it keeps them polite together. */
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

  /** Does the work when nobody else asks the host anything, in the order of asking. */
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
