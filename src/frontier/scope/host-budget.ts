import { CRAWL_OPTIONS } from '../../model/crawl-options.ts'
import type { ScopeRule } from './rule.ts'

export interface HostBudgetOptions {
  /** Maximum number of pages per host. Default: 2000, more than one site writes about one event. */
  readonly maxPerHost?: number
  /** Maximum number of pages per source, which ends endless subdomains. Default: that of five hosts. */
  readonly maxPerSource?: number
}

/** However many hosts a source has, they share the budget of so many. */
const HOSTS_PER_SOURCE = 5

/**
 * Keeps one site from using up the crawl. Checked again when a URL is claimed, because URLs may have been queued before the budget was used up.
 */
export function hostBudgetRule({
  maxPerHost = CRAWL_OPTIONS.hostPages.default,
  maxPerSource = HOSTS_PER_SOURCE * maxPerHost,
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
