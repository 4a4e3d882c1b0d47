/** Limits on the hosts of one source together. */
export interface SourceLimits {
  /** While other sources wait, no source gets a larger share of the pages than this; 1: no limit. */
  readonly share: number
  /** Between two leases on hosts of one source, in milliseconds; longer if a host requires a longer delay. */
  readonly delayMs: number
  /** A host that is ready within this time counts as waiting. */
  readonly soonMs: number
}

/** Pages allowed for every source whatever its share: with few pages, shares mean nothing. */
export const MIN_PAGES = 10

/** Links of other sources count as waiting if their score is at least this share of what the held source offers. */
export const WORTH = 0.1

/** The delay between hosts of a source is a host's delay divided by this: so many hosts can be requested at full rate. */
export const HOSTS_AT_FULL_PACE = 5

/** Pages and kept pages of one source, or of all sources. */
export interface Given {
  readonly pages: number
  readonly kept: number
}

/**
 * The counts from which a source has used up its share. One with more than its share of the kept pages gets half as many fetches, because
 * further sources add more than further pages of the same one.
 */
export function sourceBounds(all: Given, share: number): { full: number; half: number; kept: number } {
  const of = (total: number, part: number) => Math.max(MIN_PAGES, Math.ceil(part * (total + 1)))
  return { full: of(all.pages, share), half: of(all.pages, share / 2), kept: of(all.kept, share) }
}

/** Whether a source has used up its share. */
export function hasShare({ pages, kept }: Given, all: Given, share: number): boolean {
  if (share >= 1) return false
  const bounds = sourceBounds(all, share)
  return pages >= bounds.full || (kept >= bounds.kept && pages >= bounds.half)
}
