import type { AddResult, Lease, NewItem, Observation, Outcome, UrlId } from '../../model/crawl.ts'
import type { Json } from '../../model/json.ts'
import type {
  CaptureRecord,
  PageFilter,
  PageRecord,
  SearchHit,
  SearchRequest,
  UrlRecord,
} from '../records.ts'
import type { ClaimRequest, HostPause, QueueCounts, RobotsCapture, RobotsRecord, Store } from '../store.ts'
import { checkStore } from './check.ts'
import type { Connection } from './connection.ts'
import { Counters } from './counters.ts'
import { explainUrl } from './explain.ts'
import { Hosts } from './hosts.ts'
import { Leases } from './leases.ts'
import { Notes } from './notes.ts'
import { Pages, pageTermsOf } from './pages.ts'
import { URL_STATE } from './schema.ts'
import { Search } from './search.ts'
import { Urls } from './urls.ts'

const STATE_AFTER = {
  page: URL_STATE.done,
  redirect: URL_STATE.done,
  failed: URL_STATE.failed,
  excluded: URL_STATE.dropped,
} as const

/** The store in one SQLite file. Every method is one transaction; the file's size is bounded by the disk, memory is not used for rows. */
export class SqliteStore implements Store {
  readonly #connection: Connection
  readonly #onClose: () => void
  readonly #counters: Counters
  readonly #hosts: Hosts
  readonly #urls: Urls
  readonly #leases: Leases
  readonly #pages: Pages
  readonly #search: Search
  readonly #notes: Notes
  #closed = false

  constructor(connection: Connection, restMs: number, onClose: () => void) {
    this.#connection = connection
    this.#onClose = onClose
    this.#counters = new Counters(connection)
    this.#hosts = new Hosts(connection, restMs)
    this.#urls = new Urls(connection, this.#hosts, this.#counters)
    this.#leases = new Leases(connection, this.#hosts, this.#urls, this.#counters)
    this.#pages = new Pages(connection)
    this.#search = new Search(connection, this.#pages)
    this.#notes = new Notes(connection)
  }

  /** For the process that has just become the only writer: whatever is leased was leased by one that is gone. */
  returnAllLeases(now: number): void {
    this.#write(() => this.#leases.returnLost(Number.POSITIVE_INFINITY, now))
  }

  async add(items: readonly NewItem[]): Promise<AddResult[]> {
    return this.#write(() => this.#urls.addAll(items))
  }

  async claim(request: ClaimRequest): Promise<Lease[]> {
    return this.#write(() => this.#leases.claim(request))
  }

  async complete(
    lease: Lease,
    outcome: Outcome,
    links: readonly NewItem[],
    pause: HostPause,
  ): Promise<'done' | 'lost-lease'> {
    const terms = outcome.kind === 'page' ? pageTermsOf(outcome) : null
    return this.#write(() => {
      const hostId = this.#leases.end(lease)
      if (hostId === undefined) return 'lost-lease'
      this.#urls.move(lease.id, URL_STATE.leased, STATE_AFTER[outcome.kind])
      if (outcome.kind === 'page') {
        this.#pages.write(lease, outcome, terms)
        this.#counters.add('fetched', 1)
        if (outcome.verdict.relevant) this.#counters.add('kept', 1)
      } else if (outcome.kind === 'redirect') {
        this.#urls.end(lease.id, 'redirect', outcome.target, outcome.status)
      } else {
        this.#urls.end(
          lease.id,
          outcome.code,
          outcome.message,
          outcome.kind === 'failed' ? outcome.status : null,
        )
      }
      if ('capture' in outcome && outcome.capture) {
        this.#pages.writeCapture(lease, outcome.capture, outcome.status, outcome.fetchedAt)
      }
      this.#hosts.rest(hostId, pause)
      this.#urls.addAll(links)
      return 'done'
    })
  }

  async release(
    lease: Lease,
    pause: HostPause,
    options: { failedTry?: boolean; url?: string } = {},
  ): Promise<'done' | 'lost-lease'> {
    return this.#write(() => {
      const hostId = this.#leases.end(lease)
      if (hostId === undefined) return 'lost-lease'
      this.#leases.requeue(lease.id, options.failedTry ? 'failed' : 'released', options.url)
      this.#hosts.rest(hostId, pause)
      return 'done'
    })
  }

  async reprioritise(changes: Iterable<readonly [UrlId, number]>): Promise<void> {
    this.#write(() => {
      for (const [id, score] of changes) this.#urls.reprioritise(id, score)
    })
  }

  async nextReady(now: number): Promise<number | null> {
    return this.#leases.nextReady(now)
  }

  async counts(): Promise<QueueCounts> {
    return this.#counters.read()
  }

  async getMeta(key: string): Promise<Json | undefined> {
    return this.#notes.getMeta(key)
  }

  async setMeta(key: string, value: Json): Promise<void> {
    this.#notes.setMeta(key, value)
  }

  async getRobots(origin: string): Promise<RobotsRecord | undefined> {
    return this.#notes.getRobots(origin)
  }

  async putRobots(record: RobotsRecord, captures: readonly RobotsCapture[] = []): Promise<void> {
    this.#write(() => {
      this.#notes.putRobots(record)
      for (const { url, capture, status, fetchedAt } of captures)
        this.#pages.writeCapture({ url }, capture, status, fetchedAt)
    })
  }

  pages(filter: PageFilter = {}): AsyncIterable<PageRecord> {
    return this.#pages.stream(filter)
  }

  async page(id: UrlId): Promise<PageRecord | undefined> {
    return this.#pages.byId(id)
  }

  captures(): AsyncIterable<CaptureRecord> {
    return this.#pages.captures()
  }

  async archiveEnds(): Promise<ReadonlyMap<string, number>> {
    return this.#pages.archiveEnds()
  }

  async languages(): Promise<string[]> {
    return this.#pages.languages()
  }

  async explain(canonicalUrl: string): Promise<UrlRecord | undefined> {
    return explainUrl(this.#connection, canonicalUrl)
  }

  observations(afterOrder: number): AsyncIterable<Observation> {
    return this.#pages.observations(afterOrder)
  }

  async search(request: SearchRequest): Promise<{ total: number; hits: SearchHit[] }> {
    return this.#search.run(request)
  }

  async check(): Promise<string[]> {
    return checkStore(this.#connection)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#onClose()
  }

  #write<T>(work: () => T): T {
    return this.#connection.transaction(() => {
      const result = work()
      this.#hosts.settle()
      this.#counters.flush()
      return result
    })
  }
}
