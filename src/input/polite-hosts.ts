import type { RobotsRecord } from '../store/store.ts'

/** Hosts and rules remembered; a server that runs for months forgets those it asked first. */
const MAX_REMEMBERED = 500

/** What is known of hosts between requests. Shared by all that ask them, it keeps them polite together. */
export class PoliteHosts {
  readonly #readyAt = new Map<string, number>()
  readonly #robots = new Map<string, RobotsRecord>()
  readonly #turns = new Map<string, Promise<void>>()

  readyAt(host: string): number {
    return this.#readyAt.get(host) ?? 0
  }

  rest(host: string, until: number): void {
    put(this.#readyAt, host, until)
  }

  robots(origin: string): RobotsRecord | undefined {
    return this.#robots.get(origin)
  }

  putRobots(record: RobotsRecord): void {
    put(this.#robots, record.origin, record)
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

function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= MAX_REMEMBERED) break
    map.delete(oldest)
  }
}
