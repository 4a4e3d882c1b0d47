import { BoundedMap } from '../../cache/bounded-map.ts'
import { clientOf } from './client-address.ts'

/** Wrong tokens before the first delay. */
const FREE_ATTEMPTS = 5
const FIRST_WAIT_MS = 1_000
/** Long enough to prevent guessing, short enough not to lock out others behind the same address. */
const MAX_WAIT_MS = 60_000
/** Failures expire after this time without another one. */
const FORGET_MS = 3_600_000
/** Addresses remembered; with more attackers than this the oldest are forgotten, and the token is still not guessed. */
const MAX = 10_000

interface Failures {
  count: number
  at: number
}

/** Limits token guessing: after a few wrong tokens from an IP address, each further attempt must wait twice as long. */
export class Attempts {
  readonly #now: () => number
  readonly #failures = new BoundedMap<string, Failures>(MAX)

  constructor(now: () => number) {
    this.#now = now
  }

  /** Milliseconds until this address may try again; 0 if it may try now. */
  waitOf(address: string): number {
    const failed = this.#failures.get(clientOf(address))
    if (!failed || failed.count < FREE_ATTEMPTS) return 0
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failed.count - FREE_ATTEMPTS, 16))
    return Math.max(0, failed.at + wait - this.#now())
  }

  failed(address: string): void {
    const key = clientOf(address)
    const now = this.#now()
    const before = this.#failures.get(key)
    const count = before && now - before.at < FORGET_MS ? before.count : 0
    this.#failures.set(key, { count: count + 1, at: now })
  }
}
