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
  CurationOrder,
  EarlierCopy,
  Excluded,
  ExclusionCount,
  HarvestPoint,
  HostPages,
  HostQueue,
  Overview,
  PageFilter,
  PageRecord,
  SourceDecision,
  UrlRecord,
} from './records.ts'

/** Chooses among links of the ready hosts; see `Strategy.select`. */
type Select = (
  candidates: readonly Candidate[],
  n: number,
  /** What a link that was shown and not chosen is worth now; as `reprioritise`. */
  reweigh: (id: UrlId, score: number) => void,
) => readonly Candidate[]

export interface ClaimRequest {
  /** At most this many leases, never two on one host. */
  readonly n: number
  readonly leaseMs: number
  readonly worker: string
  /** Milliseconds since the epoch, from the run's clock. */
  readonly now: number
  readonly select?: Select
  /** What `select` is shown. Default: the head of each host. */
  readonly view?: View
  /** Uniform in 0..1: what `view.random` draws with. Default: `Math.random`. */
  readonly random?: () => number
}

/** How long a host must rest after a request, and what it last told us. */
export interface HostPause {
  /** The host is not claimed again before this moment. */
  readonly notBefore: number
  /** Remembered for the next lease on this host; omitted, what is known of it stays. */
  readonly pace?: HostPace
}

/** A host and the source it belongs to. */
export type HostName = Pick<NewItem, 'host' | 'source'>

/** How long a host rests after a lost lease when nothing is known of its pace: the polite default between two requests. */
export const UNKNOWN_REST_MS = 1000

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
  /** Kept pages, each once: copies of them are counted apart. */
  readonly kept: number
  readonly copies: number
}

/** What became of a completed lease. */
export interface Completion {
  /**
   * `lost-lease`, and nothing has changed: the lease is no longer held. `again`: the URL was done before; where its record had gone the page
   * takes the old one's place, where it was looked at again only its links and its capture are new.
   */
  readonly state: 'done' | 'again' | 'lost-lease'
  /** The page as it counts from now on; null unless a new page was stored. */
  readonly visit: Visit | null
}

/**
 * The frontier.
 *
 * Promises: every added URL is eventually claimable, once at a time; a completed URL is never claimed again;
 * a lease that is neither completed nor released expires and the URL returns to the queue, the loss is counted,
 * and its host rests first as if a request had just ended: its pace, or `UNKNOWN_REST_MS`.
 * Hosts rest between claims: a host with a running lease, or whose pause has not passed, is never claimed.
 */
interface Queue {
  /**
   * Idempotent per canonical URL. A further parent refines the score: the mean over all distinct parents seen so far, or the
   * best of them when the item says so (null, for seeds, is one parent); the same parent again changes nothing. The shortest path gives depth and parent.
   * Seeds, and what they redirect to (depth 0), keep their score whoever links to them. A known URL that is named as a seed (depth 0, no parent) becomes one:
   * it takes the seed's score and waits again, unless it was fetched before.
   * An item excluded on its way in is revived by a parent that finds it without `excluded`; one excluded by its
   * outcome is not. Parents must be known ids.
   */
  add(items: readonly NewItem[]): Promise<AddResult[]>
  /**
   * Atomic and polite: only hosts that are ready, one lease per host; pages that wait again first, then seeds, then by score, earlier found first among equals.
   * Seeds are leased whatever `select` would choose. It is asked for what is left of `n`, and shown links of the best `max(64, 4 n)` of the
   * other ready hosts, as `view` asks; what it returns beyond `n`, on a host
   * already chosen, or that it was not shown, is ignored.
   */
  claim(request: ClaimRequest): Promise<Lease[]>
  /** The page's row, its index entries and its links in one transaction. */
  complete(lease: Lease, outcome: Outcome, links: readonly NewItem[], pause: HostPause): Promise<Completion>
  /**
   * Pages that lead to others wait again for the links they have gained: seeds, feeds, and the sitemaps and lists that led to kept
   * pages, where they were last asked for before a moment; and seeds that failed. What is known of such a page stays as it was first
   * seen; its new capture is kept beside the first. Says how many wait.
   */
  lookAgain(now: Date, before: Date): Promise<number>
  /** The URLs that wait for it, each with the last whole page that was archived of it; those without one are left out. */
  looks(): Promise<ReadonlyMap<UrlId, EarlierCopy>>
  /** Back to the queue, not to be claimed before `pause.notBefore`. `failedTry` counts the attempt; `url` replaces what will be requested. */
  release(
    lease: Lease,
    pause: HostPause,
    options?: { failedTry?: boolean; url?: string },
  ): Promise<'done' | 'lost-lease'>
  /**
   * Takes a host for one request that is not in the queue: it is not claimed before `until`, or before the rest that `returnHost` gives it.
   * When the host is leased or rests, nothing changes and the answer is the moment from which it is worth asking again.
   */
  borrowHost(host: HostName, now: number, until: number): Promise<'borrowed' | number>
  /** The request is over: the host rests as after any other, or not at all when it was not asked in the end. */
  returnHost(host: HostName, now: number, asked: boolean): Promise<void>
  /** New scores for links that still wait; seeds and others are left alone. Later parents are averaged in as if every known parent had given this score. */
  reprioritise(changes: Iterable<readonly [UrlId, number]>): Promise<void>
  /**
   * The earliest moment at which a claim could succeed, or null when nothing is queued or leased.
   * `Infinity` while that depends on a running lease: only leased URLs remain, or queued ones of leased hosts.
   */
  nextReady(now: number): Promise<number | null>
  counts(): Promise<QueueCounts>
  /**
   * URLs left out with one of these codes that `mayWait` now lets through wait again, also those left out by their outcome; says how many.
   * Those of pages that were never scored promise what the page that led to them was worth. Works in slices, each its own transaction: a killed
   * one is simply done again.
   */
  revive(codes: readonly string[], mayWait: (url: LeftOut) => boolean): Promise<number>
  /** The hosts with most URLs waiting, those first. Reads one entry of an index for each URL that waits. */
  queueByHost(limit: number, now: number): Promise<HostQueue[]>
}

/** A URL that is not to be fetched, as scope rules see it. */
export type LeftOut = Pick<NewItem, 'canonicalUrl' | 'host' | 'source' | 'depth'>

/** Who remembers. Everything of a collection except the WARC files. */
export interface Store extends Queue {
  /** What the library reads beside pages and search. */
  readonly reads: Reads
  /** What finding pages again is built on. */
  readonly catalogue: Catalogue
  getMeta(key: string): Promise<Json | undefined>
  setMeta(key: string, value: Json): Promise<void>
  getRobots(origin: string): Promise<RobotsRecord | undefined>
  /** With the archived requests that it took to get it, redirects included. */
  putRobots(record: RobotsRecord, captures?: readonly RobotsCapture[]): Promise<void>
  /** Pages in order of fetching; streaming, any size. */
  pages(filter?: PageFilter): AsyncIterable<PageRecord>
  page(id: UrlId): Promise<PageRecord | undefined>
  /** Every response in the archive that is accounted for, pages, redirects and robots.txt, in the order they were noted: what `verify` compares with the WARC files. */
  captures(): AsyncIterable<CaptureRecord>
  /** Where the last known record of each archive file ends: what lies behind was never reported as written. */
  archiveEnds(): Promise<ReadonlyMap<string, number>>
  /** The first capture of a payload that is whole: what a later one may refer to instead of storing it again. */
  originalOf(payloadDigest: string): Promise<Original | undefined>
  /**
   * These records are gone from the archive, and with them what refers to them. Their URLs wait to be fetched again;
   * until then a page keeps its place, its verdict and its text, without a capture.
   */
  forgetCaptures(recordIds: readonly string[]): Promise<{ captures: number; requeued: number }>
  /** Canonical URLs from the seed to the page that led to a URL; empty for a seed. */
  pathTo(id: UrlId): Promise<string[]>
  /** How a URL was found, by whom, and what became of it. */
  explain(canonicalUrl: string): Promise<UrlRecord | undefined>
  /** How many URLs were left out by each code, the most frequent first. Reads all of them. */
  exclusions(): Promise<ExclusionCount[]>
  /** Up to `limit` URLs left out with a code: those with a reason in words first, each in the order in which they were found. */
  excluded(code: string, limit: number): Promise<Excluded[]>
  /** How many pages each host has given so far; hosts that gave none are left out. */
  pagesPerHost(): Promise<HostPages[]>
  /** What came of the pages fetched after `order`, in order: what a resumed crawl learns again. */
  visits(afterOrder: number): AsyncIterable<Visit>
  /** What a resumed strategy must be told: observations after `order`, in order. */
  observations(afterOrder: number): AsyncIterable<Observation>
  /** What a card of the collection says, beside the counts; cheap at any size. */
  overview(): Promise<Overview>
  /** How the harvest went, in at most `points` points from the first page to the last. */
  harvestCurve(points: number): Promise<HarvestPoint[]>
  /** The pages fetched last, the newest first. */
  latest(limit: number): Promise<PageRecord[]>
  /**
   * A curator's decision, with all that follows from it, in one transaction: what is kept, counted and found, the scores of the links concerned,
   * and the log. `follow` is told at once of the pages that are kept, or no longer kept, by it, the last few hundred of them, and what it
   * returns is noted (`setMeta`) in the same transaction.
   */
  curate(
    order: CurationOrder,
    follow?: (pages: readonly CuratedPage[]) => Iterable<readonly [string, Json]>,
  ): Promise<CurationEntry>
  /** What curators decided, newest first. */
  curation(limit: number): Promise<CurationEntry[]>
  /** Decisions on sources that stand. */
  curatedSources(): Promise<ReadonlyMap<string, SourceDecision>>
  /** Problems the store finds in itself (`PRAGMA integrity_check`, counts that do not add up); empty when sound. */
  check(): Promise<string[]>
  close(): Promise<void>
}
