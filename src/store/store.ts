import type {
  AddResult,
  Candidate,
  Lease,
  NewItem,
  Observation,
  Outcome,
  UrlId,
  UrlState,
} from '../model/crawl.ts'
import type { Json } from '../model/json.ts'
import type { PageFilter, PageRecord, SearchHit, SearchRequest } from './records.ts'

/** Chooses among the heads of the ready hosts; see `Strategy.select`. */
export type Select = (heads: readonly Candidate[], n: number) => readonly Candidate[]

export interface ClaimRequest {
  /** At most this many leases, never two on one host. */
  readonly n: number
  readonly leaseMs: number
  readonly worker: string
  /** Milliseconds since the epoch, from the run's clock. */
  readonly now: number
  readonly select?: Select
}

/** How long a host must rest after a request, and what it last told us. */
export interface HostPause {
  /** The host is not claimed again before this moment. */
  readonly notBefore: number
}

export interface RobotsRecord {
  /** scheme://host:port */
  readonly origin: string
  readonly fetchedAt: number
  /** HTTP status, 0 for a network failure. */
  readonly status: number
  readonly body: string
}

export interface QueueCounts extends Readonly<Record<UrlState, number>> {
  /** Fetched pages, relevant or not. */
  readonly fetched: number
  readonly kept: number
}

/**
 * The frontier.
 *
 * Promises: every added URL is eventually claimable, once at a time; a completed URL is never claimed again;
 * a lease that is neither completed nor released expires and the URL returns to the queue.
 * Hosts rest between claims: a host with a running lease, or whose pause has not passed, is never claimed.
 */
export interface Queue {
  /** Idempotent per canonical URL. A further parent refines the score: the mean over all distinct parents seen so far. */
  add(items: readonly NewItem[]): Promise<AddResult[]>
  /** Atomic and polite: only hosts that are ready, one lease per host, best score first unless `select` says otherwise. */
  claim(request: ClaimRequest): Promise<Lease[]>
  /** The page's row, its index entries and its links in one transaction; `lost-lease` (and no change) when the lease is no longer held. */
  complete(
    lease: Lease,
    outcome: Outcome,
    links: readonly NewItem[],
    pause: HostPause,
  ): Promise<'done' | 'lost-lease'>
  /** Back to the queue, not to be claimed before `pause.notBefore`. `failedTry` counts the attempt; `url` replaces what will be requested. */
  release(
    lease: Lease,
    pause: HostPause,
    options?: { failedTry?: boolean; url?: string },
  ): Promise<'done' | 'lost-lease'>
  reprioritise(changes: Iterable<readonly [UrlId, number]>): Promise<void>
  /** The earliest moment at which a claim could succeed, or null when nothing is queued or leased. `Infinity` while only leased URLs remain. */
  nextReady(now: number): Promise<number | null>
  counts(): Promise<QueueCounts>
}

/** Who remembers. Everything of a collection except the WARC files. */
export interface Store extends Queue {
  getMeta(key: string): Promise<Json | undefined>
  setMeta(key: string, value: Json): Promise<void>
  getRobots(origin: string): Promise<RobotsRecord | undefined>
  putRobots(record: RobotsRecord): Promise<void>
  /** Pages in order of fetching; streaming, any size. */
  pages(filter?: PageFilter): AsyncIterable<PageRecord>
  page(id: UrlId): Promise<PageRecord | undefined>
  /** What a resumed strategy must be told: observations after `order`, in order. */
  observations(afterOrder: number): AsyncIterable<Observation>
  search(request: SearchRequest): Promise<{ total: number; hits: SearchHit[] }>
  /** Problems the store finds in itself (`PRAGMA integrity_check`, counts that do not add up); empty when sound. */
  check(): Promise<string[]>
  close(): Promise<void>
}
