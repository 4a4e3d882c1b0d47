import type { ArchivedResponse, Lease, NewItem, Outcome } from '../../model/crawl.ts'
import type { Fingerprint } from '../../page/fingerprint.ts'
import type { HostPause } from '../store.ts'
import type { Additions } from './additions.ts'
import type { Captures } from './captures.ts'
import type { Copies } from './copies.ts'
import type { Counters } from './counters.ts'
import type { Curation } from './curation.ts'
import type { Facets } from './facets.ts'
import type { Hosts } from './hosts.ts'
import type { Leases } from './leases.ts'
import { fingerprintOfPage, type PageOutcome, type Pages, type PageTerms, pageTermsOf } from './pages.ts'
import type { Refetches } from './refetches.ts'
import { URL_STATE } from './schema.ts'
import type { Suspects } from './suspects.ts'
import type { Urls } from './urls.ts'
import { freshOf } from './visits.ts'

const STATE_AFTER = {
  page: URL_STATE.done,
  redirect: URL_STATE.done,
  unchanged: URL_STATE.done,
  failed: URL_STATE.failed,
  excluded: URL_STATE.dropped,
} as const

interface StoreParts {
  readonly counters: Counters
  readonly hosts: Hosts
  readonly urls: Urls
  readonly additions: Additions
  readonly leases: Leases
  readonly suspects: Suspects
  readonly pages: Pages
  readonly facets: Facets
  readonly captures: Captures
  readonly refetches: Refetches
  readonly copies: Copies
  readonly curation: Curation
}

/** The keys for finding copies of a page, and its index terms. Expensive and pure, so computed before the transaction begins. */
interface PreparedPage {
  readonly terms: PageTerms
  readonly fingerprint: Fingerprint | null
}

export function prepared(outcome: Outcome): PreparedPage | null {
  if (outcome.kind !== 'page') return null
  return { terms: pageTermsOf(outcome), fingerprint: fingerprintOfPage(outcome) }
}

/** Ends a visit: stores the outcome of the URL, its page and its links, and pauses its host. Works inside the caller's transaction. */
export class Completions {
  readonly #parts: StoreParts

  constructor(parts: StoreParts) {
    this.#parts = parts
  }

  complete(
    lease: Lease,
    outcome: Outcome,
    links: readonly NewItem[],
    pause: HostPause,
    page: PreparedPage | null,
  ): 'done' | 'again' | 'lost-lease' {
    const { leases, suspects, refetches, urls, hosts, additions, curation } = this.#parts
    const hostId = leases.end(lease)
    if (hostId === undefined) return 'lost-lease'
    suspects.clear(lease.id)
    const waitedFor = refetches.take(lease.id)
    const again = waitedFor !== null
    const looked = waitedFor === 'links'
    urls.move(lease.id, URL_STATE.leased, again ? URL_STATE.done : STATE_AFTER[outcome.kind])
    hosts.rest(hostId, pause)
    const added = additions.add(curation.weighed(links))
    // A page that was revisited for its links stays as first seen.
    if (!looked && outcome.kind === 'page' && page)
      this.#store(lease, outcome, page, { hostId, again, fresh: freshOf(links, added) })
    else if (!looked) this.#end(lease, outcome)
    this.#capture(lease, outcome, again, looked)
    return again ? 'again' : 'done'
  }

  #store(
    lease: Lease,
    outcome: PageOutcome,
    { terms, fingerprint }: PreparedPage,
    { hostId, again, fresh }: { hostId: number; again: boolean; fresh: number },
  ): void {
    const { pages, copies, facets, hosts, counters, curation } = this.#parts
    const stands = again ? curation.standsOn(lease.id) : null
    const wasCopy = again && copies.forget(lease.id)
    const before = again ? pages.remove(lease.id) : undefined
    const original = (fingerprint && copies.originalOf(fingerprint)?.id) ?? null
    const order = pages.write(lease, outcome, terms, { original, fresh, place: before?.place ?? null })
    facets.write(order, hostId, outcome.page.places, outcome.who)
    if (fingerprint && original === null && !outcome.withheld) copies.index(order, fingerprint)
    if (!before) hosts.gavePage(hostId)
    counters.add('fetched', before ? 0 : 1)
    if (before?.kept) counters.add(wasCopy ? 'copies' : 'kept', -1)
    if (outcome.verdict.relevant) counters.add(original === null ? 'kept' : 'copies', 1)
    curation.follow(lease.id, lease.source, stands)
  }

  #end({ id }: Lease, outcome: Outcome): void {
    const { urls } = this.#parts
    if (outcome.kind === 'redirect') urls.end(id, 'redirect', outcome.target, outcome.status)
    else if (outcome.kind === 'failed' || outcome.kind === 'excluded')
      urls.end(id, outcome.code, outcome.message, outcome.kind === 'failed' ? outcome.status : null)
  }

  #capture(lease: Lease, outcome: Outcome, again: boolean, looked: boolean): void {
    const { captures } = this.#parts
    const answer = answerIn(outcome)
    // A response that is not a page is no evidence for the old page.
    if (answer?.capture && (!again || looked || outcome.kind === 'page')) {
      const has = captures.has(lease.id)
      if (has && !looked) captures.supersede(lease.id)
      const of = has && looked ? { url: lease.url } : lease
      captures.write(of, answer.capture, answer.status, answer.fetchedAt)
    }
    if (outcome.kind === 'page')
      for (const { url, capture, status, fetchedAt } of outcome.resources ?? [])
        captures.write({ url }, capture, status, fetchedAt)
  }
}

/** The capture of the response, if it was archived. */
function answerIn(outcome: Outcome): ArchivedResponse | undefined {
  if (outcome.kind === 'failed') return outcome.answer
  return outcome.kind === 'excluded' ? undefined : outcome
}
