import { retryAfterMs } from '../http/retry-after.ts'
import type { HostPace } from '../model/crawl.ts'

export interface PolitenessOptions {
  /** Between two requests to a host. */
  readonly delayMs: number
  /** Between the starts of two requests to one IP address, whatever the hosts; null: a fifth of `delayMs`. */
  readonly addressDelayMs: number | null
  /** A robots.txt that asks for more than this is obeyed up to here: a minute, so that a crawl can still end. */
  readonly maxCrawlDelayMs: number
  /** A host that asks us to stay away is left alone at most this long at a time. */
  readonly maxRetryAfterMs: number
  /** First rest after a failure; doubles with each further one in a row. */
  readonly backOffMs: number
  readonly maxBackOffMs: number
  /** A host that asks to wait (429, 503) is asked at half the speed from then on, but not more slowly than this. */
  readonly maxDelayMs: number
  /** Rests after failures are up to this share longer, at random, so that hosts that failed together do not return together. */
  readonly jitter: number
  /** Failed tries of one URL before it is given up. */
  readonly maxTries: number
  /** Leases of one URL that may be lost: a crawl may be killed often, but a page that kills it each time comes to an end. */
  readonly maxLost: number
  /** A host that asks to wait this often in a row will not get better: from then on its answers count as tries. */
  readonly maxWaits: number
}

export const POLITENESS: PolitenessOptions = {
  delayMs: 1000,
  addressDelayMs: null,
  maxCrawlDelayMs: 60_000,
  maxRetryAfterMs: 3_600_000,
  backOffMs: 5000,
  maxBackOffMs: 900_000,
  maxDelayMs: 60_000,
  jitter: 0.25,
  maxTries: 3,
  maxLost: 10,
  maxWaits: 8,
}

/**
 * The rest of an address. A fifth of a host's: five requests a second are little for the large servers that most hosts on
 * shared addresses are on, and bearable for a small one with many names.
 */
export function addressDelayOf({ addressDelayMs, delayMs }: PolitenessOptions): number {
  return addressDelayMs ?? Math.floor(delayMs / 5)
}

/** How a request to a host ended. */
export interface RequestEnd {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Null when no answer came. */
  readonly status: number | null
  /** The header as received. */
  readonly retryAfter?: string
  /** From the host's robots.txt. */
  readonly crawlDelaySeconds?: number | null
  /** From the lease. */
  readonly pace: HostPace | null
}

/** Structurally the store's `HostPause`, with the pace always there. */
export interface Rest {
  readonly notBefore: number
  readonly pace: HostPace
}

/**
 * A good answer takes a twentieth off a slow-down: about fourteen halve it. Slow, because a host that is asked at its
 * limit again answers 429 again: so about one request in fourteen finds out where the limit is, not every other.
 */
const RECOVERY = 0.95

/** 429 and 503: the host is well, it only wants us to come later. */
function asksToWait(status: number | null): boolean {
  return status === 429 || status === 503
}

/** When the host may be asked again. Never earlier than the configured delay; chance only lengthens. */
export function restAfter(end: RequestEnd, options: PolitenessOptions, random: () => number): Rest {
  const pace = paceAfter(end, options)
  let pause = pace.delayMs
  if (pace.failures > 0) {
    const backOff = Math.max(pace.delayMs, options.backOffMs) * 2 ** Math.min(pace.failures - 1, 30)
    pause = Math.max(pause, Math.min(backOff, options.maxBackOffMs) * (1 + options.jitter * random()))
  }
  const asked = end.retryAfter === undefined ? 0 : (retryAfterMs(end.retryAfter, end.now) ?? 0)
  pause = Math.max(pause, Math.min(asked, options.maxRetryAfterMs))
  return { notBefore: Math.ceil(end.now + pause), pace }
}

function paceAfter(end: RequestEnd, options: PolitenessOptions): HostPace {
  const { pace, status } = end
  const least = Math.max(options.delayMs, crawlDelayMs(end.crawlDelaySeconds, options.maxCrawlDelayMs))
  const delayMs = Math.max(least, pace?.delayMs ?? 0)
  const failures = status === null || status >= 500 || status === 429 ? (pace?.failures ?? 0) + 1 : 0
  // Half the speed, kept over restarts. A host without a delay needs one to be doubled.
  if (asksToWait(status)) {
    return {
      delayMs: Math.max(least, Math.min(2 * Math.max(delayMs, POLITENESS.delayMs), options.maxDelayMs)),
      failures,
    }
  }
  return { delayMs: failures ? delayMs : Math.max(least, Math.floor(delayMs * RECOVERY)), failures }
}

function crawlDelayMs(seconds: number | null | undefined, longest: number): number {
  if (seconds == null || !(seconds > 0)) return 0
  return Math.min(seconds * 1000, longest)
}

export interface FailedTry {
  /** Of this URL, before this one. */
  readonly attempts: number
  readonly status: number | null
  /** What the fetch says of its failure; a status of 500 or more may always be tried again. */
  readonly retry: boolean
  /** Of this host in a row, before this one: `lease.pace.failures`. */
  readonly failures: number
}

/** `wait` is another try that does not count. */
export function anotherTry(failed: FailedTry, options: PolitenessOptions): 'give-up' | 'try-again' | 'wait' {
  const { attempts, status, retry, failures } = failed
  const waits = asksToWait(status)
  if (waits && failures < options.maxWaits) return 'wait'
  const mayHelp = retry || waits || (status !== null && status >= 500)
  return mayHelp && attempts + 1 < options.maxTries ? 'try-again' : 'give-up'
}
