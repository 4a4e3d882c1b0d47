import { HOSTS_AT_FULL_PACE, type SourceLimits } from '../../store/rules/source-share.ts'
import type { LiveOptions } from '../live-options.ts'

/** A host that may be contacted within this time is worth waiting for. */
const MIN_SOON_MS = 5_000
const DELAYS_AWAITED = 5

/** How much of the crawl a source may have, as the options say now. */
export function sourceLimits(options: Pick<LiveOptions, 'now'>): SourceLimits {
  const { sourceShare, delay } = options.now
  return {
    share: sourceShare,
    delayMs: Math.floor(delay / HOSTS_AT_FULL_PACE),
    soonMs: Math.max(MIN_SOON_MS, DELAYS_AWAITED * delay),
  }
}
