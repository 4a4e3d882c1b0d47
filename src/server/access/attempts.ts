import { isIPv6 } from 'node:net'
import { BoundedMap } from '../../cache/bounded-map.ts'

/** Slips that cost nothing. */
const FREE = 5
const FIRST_WAIT_MS = 1_000
/** Long enough to make guessing hopeless, short enough that nobody is locked out for good by a neighbour. */
const MAX_WAIT_MS = 60_000
/** Forgotten after this long without another failure. */
const FORGET_MS = 3_600_000
/** Addresses remembered; with more attackers than this the oldest are forgotten, and the token is still not guessed. */
const MAX = 10_000

interface Failures {
  count: number
  at: number
}

/** Slows down whoever guesses: after a few wrong tokens each further one must wait twice as long, by address. */
export class Attempts {
  readonly #now: () => number
  readonly #failures = new BoundedMap<string, Failures>(MAX)

  constructor(now: () => number) {
    this.#now = now
  }

  /** Milliseconds until this address may try again; 0: now. */
  waitOf(address: string): number {
    const failed = this.#failures.get(keyOf(address))
    if (!failed || failed.count < FREE) return 0
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failed.count - FREE, 16))
    return Math.max(0, failed.at + wait - this.#now())
  }

  failed(address: string): void {
    const key = keyOf(address)
    const now = this.#now()
    const before = this.#failures.get(key)
    const count = before && now - before.at < FORGET_MS ? before.count : 0
    this.#failures.set(key, { count: count + 1, at: now })
  }

  passed(address: string): void {
    this.#failures.delete(keyOf(address))
  }
}

/** One customer of a provider has a whole /64 of IPv6 to come from. */
function keyOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  return address.split(':').slice(0, 4).join(':')
}
