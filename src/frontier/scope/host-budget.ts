import type { ScopeRule } from './rule.ts'

export interface HostBudgetOptions {
  /** Fetched pages per host. Default: 2000: more than one site writes about one event, and the end of any trap. */
  readonly maxPerHost?: number
  /** Fetched pages per source, so that endless sub-domains end too. Default: 10,000. */
  readonly maxPerSource?: number
}

/**
 * No site may take the whole crawl. Asked again when a URL is claimed: what was queued before a budget ran out is over it too.
 */
export function hostBudgetRule({
  maxPerHost = 2000,
  maxPerSource = 10_000,
}: HostBudgetOptions = {}): ScopeRule {
  return {
    name: 'host-budget',
    codes: ['host-budget', 'source-budget'],
    decide({ hostFetched, sourceFetched }) {
      if (hostFetched >= maxPerHost) return { reject: 'host-budget' }
      return sourceFetched >= maxPerSource ? { reject: 'source-budget' } : 'pass'
    },
  }
}
