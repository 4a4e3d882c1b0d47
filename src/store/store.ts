import type {
  AddResult,
  Candidate,
  HostPace,
  Lease,
  NewItem,
  Observation,
  Outcome,
  UrlId,
  UrlState,
  View,
  Visit,
} from '../model/crawl.ts'
import type { Capture, Original } from '../model/exchange.ts'
import type { Json } from '../model/json.ts'
import type { RobotsRecord } from '../model/robots.ts'
import type { Catalogue } from './catalogue.ts'
import type { Reads } from './reads.ts'
import type {
  CaptureRecord,
  CuratedPage,
  CurationEntry,
  CurationRequest,
  EarlierCopy,
  Excluded,
  ExclusionCount,
  HarvestPoint,
  HostPages,
  HostQueue,
  JournalEntry,
  Overview,
  PageFilter,
  PageRecord,
  SourceDecision,
  UrlRecord,
} from './records.ts'
import type { SourceLimits } from './rules/source-share.ts'

/** Chooses among links of ready hosts; see `Strategy.select`. */
type Select = (
  candidates: readonly Candidate[],
  n: number,
  /** Sets a new score for a link that was shown and not chosen, like `reprioritise`. */
  reweigh: (id: UrlId, score: number) => void,
) => readonly Candidate[]

/** What a URL was once leased for. */
export type PastLease = Pick<Lease, 'canonicalUrl' | 'url' | 'score' | 'evidence'>

/** Who takes a lease, when and for how long. */
export type ClaimOne = Pick<ClaimRequest, 'worker' | 'now' | 'leaseMs'>

export interface ClaimRequest {
  /** At most this many leases, never two on one host. */
  readonly n: number
  readonly leaseMs: number
  readonly worker: string
  /** Milliseconds since the epoch, from the run's clock. */
  readonly now: number
  readonly select?: Select
  /** Which links `select` sees. Default: the best link of each host. */
  readonly view?: View
  /** Uniform in 0..1, for `view.random`. Default: `Math.random`. */
  readonly random?: () => number
  /** If omitted, sources are not limited. */
  readonly sources?: SourceLimits
}

/** How long to wait before the next request to a host, and its current pace. */
export interface HostPause {
  /** The host is not claimed again before this moment. */
  readonly notBefore: number
  /** Stored for the next lease on this host. If omitted, the stored pace is kept. */
  readonly pace?: HostPace
}

/** A host and the source it belongs to. */
export type HostName = Pick<NewItem, 'host' | 'source'>

/** Delay after a lost lease on a host whose pace is unknown: the polite default between two requests. */
export const DEFAULT_HOST_DELAY_MS = 1000

/** One archived request on the way to a robots.txt. */
export interface RobotsCapture {
  readonly url: string
  readonly status: number
  readonly fetchedAt: Date
  readonly capture: Capture
}

export interface QueueCounts extends Readonly<Record<UrlState, number>> {
  /** Fetched pages, relevant or not. */
  readonly fetched: number
  /** Kept pages; copies of them are counted separately. */
  readonly kept: number
  readonly copies: number
}

/** The result of completing a lease. */
export interface Completion {
  /**
   * `lost-lease`: the lease is no longer held, and nothing was changed. `again`: the URL was done before; if its record was lost, the page
   * replaces the old one; if it was revisited, only its links and its capture are new.
   */
  readonly state: 'done' | 'again' | 'lost-lease'
  /** The page as stored; null unless it is new. */
  readonly visit: Visit | null
}

/**
 * The frontier.
 *
 * Promises: every added URL is eventually claimable, once at a time; a completed URL is never claimed again;
 * a lease that is neither completed nor released expires: the URL returns to the queue, the loss is counted, and the host
 * is paused as if a request had just ended (its pace, or `DEFAULT_HOST_DELAY_MS`).
 * A URL that was lost repeatedly is a suspect (`rules/suspects.ts`): while its host is ready it goes before all others, once no lease is held, and
 * no other is given while it is leased. It is cleared when it is completed, or released after a failed attempt.
 * A host with a running lease, or whose pause has not passed, is never claimed.
 */
interface Queue {
  /**
   * Idempotent per canonical URL. A further parent refines the score: the mean over all distinct parents seen so far, or the
   * best of them when the item sets `merge` (null, for seeds, counts as one parent); the same parent again changes nothing. The shortest path gives depth and parent.
   * Seeds, and what they redirect to (depth 0), keep their score whoever links to them. A known URL that is named as a seed (depth 0, no parent) becomes one:
   * it takes the seed's score and waits again, unless it was fetched before.
   * An item excluded on its way in is revived by a parent that finds it without `excluded`; one excluded by its
   * outcome is not. Parents must be known ids.
   */
  add(items: readonly NewItem[]): Promise<AddResult[]>
  /**
   * Atomic and polite: only hosts that are ready, one lease per host; first pages queued again, then seeds, then by score, earlier discovery first among equals.
   * Seeds are leased whatever `select` would choose. It chooses the rest of `n` among links of the best `max(64, 4 n)` other ready hosts,
   * as `view` requests; what it returns beyond `n`, on a host
   * already chosen, or that it was not shown, is ignored.
   * With `sources`, hosts of one source are leased one after another, `delayMs` apart, and a source that has its share of the pages gets no more links
   * while hosts of others wait (`rules/source-share.ts`). Seeds and pages queued again are leased whatever the share.
   */
  claim(request: ClaimRequest): Promise<Lease[]>
  /**
   * Leases one known URL whatever its turn, the pause of its host and what became of it before, for the score and evidence that it was once leased for:
   * for taking in what was fetched already. A page that is stored stays as it is, and gets a further capture. Undefined while the URL or its host is leased, or unknown.
   */
  claimUrl(past: PastLease, request: ClaimOne): Promise<Lease | undefined>
  /** The page's row, its index entries and its links in one transaction. */
  complete(lease: Lease, outcome: Outcome, links: readonly NewItem[], pause: HostPause): Promise<Completion>
  /**
   * Queues pages again that may have gained links: seeds, feeds, and the sitemaps and lists that led to kept pages, if they were last requested
   * before `before`; and seeds that failed. The stored page stays as first seen; the new capture is kept beside the first. Returns how many were queued.
   */
  lookAgain(now: Date, before: Date): Promise<number>
  /** Queues URLs again that failed with one of these codes, or with any: as if they had never been tried. Returns how many were queued. */
  retryFailed(codes: readonly string[] | 'all'): Promise<number>
  /** The URLs queued by `lookAgain`, each with its last complete archived copy; URLs without one are omitted. */
  looks(): Promise<ReadonlyMap<UrlId, EarlierCopy>>
  /**
   * Call when the response to a suspect has arrived and is about to be handled: a crash from now on counts more against it. Does nothing
   * if the lease is not a suspect's, or no longer held.
   */
  received(lease: Lease): Promise<void>
  /** Returns the URL to the queue; it is not claimed before `pause.notBefore`. `failedTry` counts the attempt; `url` replaces what will be requested. */
  release(
    lease: Lease,
    pause: HostPause,
    options?: { failedTry?: boolean; url?: string },
  ): Promise<'done' | 'lost-lease'>
  /**
   * Reserves a host for one request outside the queue: it is not claimed before `until`, or before the pause that `returnHost` sets.
   * If the host is leased or paused, nothing changes, and the result is the time at which to try again.
   */
  borrowHost(host: HostName, now: number, until: number): Promise<'borrowed' | number>
  /** Ends the reservation: the host is paused as after any request, or not at all if none was sent. */
  returnHost(host: HostName, now: number, contacted: boolean): Promise<void>
  /** Sets new scores for queued links; seeds and other URLs are not changed. Later parents are averaged in as if every known parent had given this score. */
  reprioritise(changes: Iterable<readonly [UrlId, number]>): Promise<void>
  /**
   * The earliest moment at which a claim with these limits could succeed, or null when nothing is queued or leased.
   * `Infinity` while that depends on a running lease: only leased URLs remain, or queued ones of leased hosts.
   */
  nextReady(now: number, sources?: SourceLimits): Promise<number | null>
  counts(): Promise<QueueCounts>
  /**
   * Queues URLs again that were excluded with one of these codes, on the way in or by their outcome, and that `isAllowed` now accepts. Returns how many.
   * A link that was never scored gets the relevance of the page that led to it. Works in slices, one transaction each: after a crash, call it again.
   */
  revive(codes: readonly string[], isAllowed: (url: ExcludedUrl) => boolean): Promise<number>
  /** The hosts with the most queued URLs, largest first. Reads one index entry per queued URL. */
  queueByHost(limit: number, now: number): Promise<HostQueue[]>
}

/** An excluded URL, as scope rules see it. */
export type ExcludedUrl = Pick<NewItem, 'canonicalUrl' | 'host' | 'source' | 'depth'>

/** Everything of a collection except the WARC files. */
export interface Store extends Queue {
  /** Reads of the library other than pages and search. */
  readonly reads: Reads
  /** Page columns and the full-text index, for search. */
  readonly catalogue: Catalogue
  getMeta(key: string): Promise<Json | undefined>
  setMeta(key: string, value: Json): Promise<void>
  getRobots(origin: string): Promise<RobotsRecord | undefined>
  /** With the archived requests that fetched it, redirects included. */
  putRobots(record: RobotsRecord, captures?: readonly RobotsCapture[]): Promise<void>
  /** Pages in order of fetching; streaming, any size. */
  pages(filter?: PageFilter): AsyncIterable<PageRecord>
  page(id: UrlId): Promise<PageRecord | undefined>
  /** Every recorded response (pages, redirects, robots.txt) in the order of recording: what `verify` compares with the WARC files. */
  captures(): AsyncIterable<CaptureRecord>
  /** Where the last known record of each archive file ends: anything after it was never reported as written. */
  archiveEnds(): Promise<ReadonlyMap<string, number>>
  /** The first complete capture of a payload: later captures may refer to it instead of storing it again. */
  originalOf(payloadDigest: string): Promise<Original | undefined>
  /**
   * Forgets records that are gone from the archive, and those that refer to them. Their URLs are queued again;
   * until then a page keeps its position, verdict and text, without a capture.
   */
  forgetCaptures(recordIds: readonly string[]): Promise<{ captures: number; requeued: number }>
  /** Canonical URLs from the seed to the page that led to a URL; empty for a seed. */
  pathTo(id: UrlId): Promise<string[]>
  /** How a URL was found, by which pages, and its outcome. */
  explain(canonicalUrl: string): Promise<UrlRecord | undefined>
  /** How many URLs were excluded with each code, most frequent first. Reads all of them. */
  exclusions(): Promise<ExclusionCount[]>
  /** Up to `limit` URLs excluded with a code: those with a message first, each group in order of discovery. */
  excluded(code: string, limit: number): Promise<Excluded[]>
  /** How many pages were fetched from each host; hosts without any are omitted. */
  pagesPerHost(): Promise<HostPages[]>
  /** The outcomes of pages fetched after `order`, in order: what a resumed crawl replays. */
  visits(afterOrder: number): AsyncIterable<Visit>
  /** Observations after `order`, in order: what a resumed strategy replays. */
  observations(afterOrder: number): AsyncIterable<Observation>
  /** The collection at a glance, beside the counts; cheap at any size. */
  overview(): Promise<Overview>
  /** The harvest curve, in at most `points` points from the first page to the last. */
  harvestCurve(points: number): Promise<HarvestPoint[]>
  /** The pages fetched last, newest first. */
  latest(limit: number): Promise<PageRecord[]>
  /**
   * Applies a curator's decision in one transaction: which pages are kept, counted and found, the scores of affected links, and the log. `follow` is
   * called with the last few hundred pages that are kept, or no longer kept, by it; what it returns is written (`setMeta`) in the same transaction.
   */
  curate(
    request: CurationRequest,
    follow?: (pages: readonly CuratedPage[]) => Iterable<readonly [string, Json]>,
  ): Promise<CurationEntry>
  /** The curation log, newest first. */
  curation(limit: number): Promise<CurationEntry[]>
  /** Current decisions about sources. */
  curatedSources(): Promise<ReadonlyMap<string, SourceDecision>>
  /** Seeds and decisions in order, as noted outside the store when they were told: what it must still know after a crash. */
  noted?(): Promise<JournalEntry[]>
  /** Inconsistencies in the store (failed integrity checks, wrong counts); empty when sound. */
  check(): Promise<string[]>
  /** Frees what a writer keeps only for speed, such as a log beside the database. Called when a crawl pauses, perhaps for days. */
  compact?(): Promise<void>
  close(): Promise<void>
}
