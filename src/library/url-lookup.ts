import { canonicalUrl } from '../frontier/canonical-url.ts'
import type { UrlState } from '../model/crawl.ts'
import type { UrlRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** Redirects that are followed; the crawler follows fewer. */
const MAX_REDIRECTS = 20

/** What a collection has of a URL. */
export interface UrlLookup {
  /** Null if the URL is no page of the collection. */
  readonly page: number | null
  readonly archived: boolean
  readonly state: 'page' | 'unknown' | 'waiting' | 'failed' | 'excluded'
  /** Why a known URL is no page, as a code such as `http-404`; null if there is no reason. */
  readonly reason: string | null
}

const UNKNOWN: UrlLookup = { page: null, archived: false, state: 'unknown', reason: null }

const STATES: Readonly<Record<UrlState, UrlLookup['state']>> = {
  queued: 'waiting',
  leased: 'waiting',
  // Done without a page: a redirect that leads nowhere.
  done: 'failed',
  failed: 'failed',
  excluded: 'excluded',
}

/** Looks up a URL, in any spelling, and follows redirects that were recorded. */
export async function lookUp(store: Store, url: string): Promise<UrlLookup> {
  let record: UrlRecord | undefined
  let target: string | undefined = url
  for (let hop = 0; target !== undefined && hop <= MAX_REDIRECTS; hop++) {
    const identity = canonicalUrl(target)
    record = identity ? await store.explain(identity.canonicalUrl) : undefined
    target = record?.ending?.code === 'redirect' ? record.ending.message : undefined
  }
  if (!record) return UNKNOWN
  const page = await store.page(record.id)
  if (page) return { page: record.id, archived: page.warc !== null, state: 'page', reason: null }
  return { page: null, archived: false, state: STATES[record.state], reason: record.ending?.code ?? null }
}
