import { retryAfterMs } from '../http/retry-after.ts'
import type { HostPace } from '../model/crawl.ts'
import { CRAWL_OPTIONS } from '../model/crawl-options.ts'

export interface PolitenessOptions {
  /** Between two requests to one host. */
  readonly delayMs: number
  /** Between the starts of two requests to one IP address, whatever their hosts. Null: a fifth of `delayMs`. */
  readonly addressDelayMs: number | null
  /** Upper bound of `Crawl-delay`: a minute, so that a crawl can still end. */
  readonly maxCrawlDelayMs: number
  /** Upper bound of `Retry-After`. */
  readonly maxRetryAfterMs: number
  /** Pause after the first failure; doubles with each consecutive one. */
  readonly backOffMs: number
  readonly maxBackOffMs: number
  /** Each overload response (429, 503) doubles the delay of a host, up to this. */
  readonly maxDelayMs: number
  /** Pauses after failures are up to this share longer, at random, so that hosts that failed together are not retried together. */
  readonly jitter: number
  /** Failed attempts before a URL is given up. */
  readonly maxTries: number
  /** Consecutive overload responses of a host after which they count as failed attempts. */
  readonly maxWaits: number
}

export const POLITENESS: PolitenessOptions = {
  delayMs: CRAWL_OPTIONS.delay.default,
  addressDelayMs: null,
  maxCrawlDelayMs: 60_000,
  maxRetryAfterMs: 3_600_000,
  backOffMs: 5000,
  maxBackOffMs: 900_000,
  maxDelayMs: 60_000,
  jitter: 0.25,
  maxTries: 3,
  maxWaits: 8,
}

/**
 * The delay per IP address. By default a fifth of a host's: five requests a second are little for the large servers that most shared
 * addresses belong to, and bearable for a small server with many names.
 */
export function addressDelayOf({ addressDelayMs, delayMs }: PolitenessOptions): number {
  return addressDelayMs ?? Math.floor(delayMs / 5)
}

/** The end of a request to a host. */
export interface RequestOutcome {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Null without a response. */
  readonly status: number | null
  /** The header as received. */
  readonly retryAfter?: string
  /** From the host's robots.txt. */
  readonly crawlDelaySeconds?: number | null
  /** From the lease. */
  readonly pace: HostPace | null
}

/** The store's `HostPause` with its pace. */
export interface PauseWithPace {
  readonly notBefore: number
  readonly pace: HostPace
}

/**
 * A successful response reduces a raised delay by a twentieth: about fourteen halve it. Slowly, because at its limit the host answers 429
 * again: this way about one request in fourteen probes the limit, not every other.
 */
const RECOVERY = 0.95

/** The server works, but asks to be contacted later. */
function isOverloaded(status: number | null): boolean {
  return status === 429 || status === 503
}

/** When the host may be contacted again. Never earlier than the configured delay; randomness only lengthens it. */
export function pauseAfter(
  end: RequestOutcome,
  options: PolitenessOptions,
  random: () => number,
): PauseWithPace {
  const pace = paceAfter(end, options)
  let pause = pace.delayMs
  if (pace.failures > 0) {
    const backOff = Math.max(pace.delayMs, options.backOffMs) * 2 ** Math.min(pace.failures - 1, 30)
    pause = Math.max(pause, Math.min(backOff, options.maxBackOffMs) * (1 + options.jitter * random()))
  }
  const requestedMs = end.retryAfter === undefined ? 0 : (retryAfterMs(end.retryAfter, end.now) ?? 0)
  pause = Math.max(pause, Math.min(requestedMs, options.maxRetryAfterMs))
  return { notBefore: Math.ceil(end.now + pause), pace }
}

function paceAfter(end: RequestOutcome, options: PolitenessOptions): HostPace {
  const { pace, status } = end
  const minDelayMs = Math.max(options.delayMs, crawlDelayMs(end.crawlDelaySeconds, options.maxCrawlDelayMs))
  const delayMs = Math.max(minDelayMs, pace?.delayMs ?? 0)
  const failures = status === null || status >= 500 || status === 429 ? (pace?.failures ?? 0) + 1 : 0
  // A delay of 0 cannot be doubled.
  if (isOverloaded(status)) {
    return {
      delayMs: Math.max(minDelayMs, Math.min(2 * Math.max(delayMs, POLITENESS.delayMs), options.maxDelayMs)),
      failures,
    }
  }
  return { delayMs: failures ? delayMs : Math.max(minDelayMs, Math.floor(delayMs * RECOVERY)), failures }
}

function crawlDelayMs(seconds: number | null | undefined, maxMs: number): number {
  if (seconds == null || !(seconds > 0)) return 0
  return Math.min(seconds * 1000, maxMs)
}

export interface FailedAttempt {
  /** Earlier failed attempts of this URL. */
  readonly attempts: number
  readonly status: number | null
  /** `FetchFailure.retry`; a status of 500 or more may always be retried. */
  readonly retry: boolean
  /** Earlier consecutive failures of this host: `lease.pace.failures`. */
  readonly failures: number
}

/** `wait`: try again, without counting this attempt. */
export function retryDecision(
  failed: FailedAttempt,
  options: PolitenessOptions,
): 'give-up' | 'try-again' | 'wait' {
  const { attempts, status, retry, failures } = failed
  const overloaded = isOverloaded(status)
  if (overloaded && failures < options.maxWaits) return 'wait'
  const mayRetry = retry || overloaded || (status !== null && status >= 500)
  return mayRetry && attempts + 1 < options.maxTries ? 'try-again' : 'give-up'
}
