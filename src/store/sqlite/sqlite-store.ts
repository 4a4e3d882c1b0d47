import type {
  AddResult,
  Answer,
  Lease,
  NewItem,
  Observation,
  Outcome,
  UrlId,
  Visit,
} from '../../model/crawl.ts'
import type { Original } from '../../model/exchange.ts'
import type { Json } from '../../model/json.ts'
import type {
  CaptureRecord,
  Excluded,
  ExclusionCount,
  HostPages,
  PageFilter,
  PageRecord,
  SearchHit,
  SearchRequest,
  UrlRecord,
} from '../records.ts'
import type { ClaimRequest, HostPause, QueueCounts, RobotsCapture, RobotsRecord, Store } from '../store.ts'
import { Captures } from './captures.ts'
import { checkStore } from './check.ts'
import type { Connection } from './connection.ts'
import { Copies } from './copies.ts'
import { Counters } from './counters.ts'
import { excludedWith, exclusionCounts } from './exclusions.ts'
import { explainUrl } from './explain.ts'
import { Hosts } from './hosts.ts'
import { Leases } from './leases.ts'
import { Notes } from './notes.ts'
import { fingerprintOfPage, Pages, pageTermsOf } from './pages.ts'
import { Refetches } from './refetches.ts'
import { URL_STATE } from './schema.ts'
import { Search } from './search.ts'
import { Urls } from './urls.ts'
import { Visits } from './visits.ts'

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
  readonly #captures: Captures
  readonly #refetches: Refetches
  readonly #copies: Copies
  readonly #visits: Visits
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
    this.#captures = new Captures(connection)
    this.#refetches = new Refetches(connection, this.#urls, this.#hosts)
    this.#copies = new Copies(connection)
    this.#visits = new Visits(connection)
    this.#search = new Search(connection, this.#pages, this.#copies)
    this.#notes = new Notes(connection)
  }

  /** For the process that has just become the only writer: whatever is leased was leased by one that is gone. */
  returnAllLeases(now: number): void {
    this.#write(() => {
      this.#hosts.mendRests(now)
      this.#leases.returnLost(Number.POSITIVE_INFINITY, now)
    })
  }

  /** Once, after a collection of an older format was brought up to date. */
  indexOlderPages(): void {
    this.#copies.indexOlder()
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
  ): Promise<'done' | 'again' | 'lost-lease'> {
    const terms = outcome.kind === 'page' ? pageTermsOf(outcome) : null
    const fingerprint = outcome.kind === 'page' ? fingerprintOfPage(outcome) : null
    return this.#write(() => {
      let original: UrlId | null = null
      const hostId = this.#leases.end(lease)
      if (hostId === undefined) return 'lost-lease'
      const again = this.#refetches.take(lease.id)
      this.#urls.move(lease.id, URL_STATE.leased, again ? URL_STATE.done : STATE_AFTER[outcome.kind])
      if (outcome.kind === 'page') {
        const wasCopy = again && this.#copies.forget(lease.id)
        const before = again ? this.#pages.remove(lease.id) : undefined
        original = (fingerprint && this.#copies.originalOf(fingerprint)?.id) ?? null
        const order = this.#pages.write(lease, outcome, original === null ? terms : null, before?.place)
        if (fingerprint && original === null && !outcome.withheld) this.#copies.index(order, fingerprint)
        if (!before) this.#hosts.gavePage(hostId)
        this.#counters.add('fetched', before ? 0 : 1)
        if (before?.kept) this.#counters.add(wasCopy ? 'copies' : 'kept', -1)
        if (outcome.verdict.relevant) this.#counters.add(original === null ? 'kept' : 'copies', 1)
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
      const answer = answerIn(outcome)
      // An old page is not proved by an answer that is no page.
      if (answer?.capture && (!again || outcome.kind === 'page'))
        this.#captures.write(lease, answer.capture, answer.status, answer.fetchedAt)
      if (outcome.kind === 'page')
        for (const { url, capture, status, fetchedAt } of outcome.resources ?? [])
          this.#captures.write({ url }, capture, status, fetchedAt)
      this.#hosts.rest(hostId, pause)
      const added = this.#urls.addAll(links)
      if (outcome.kind === 'page') this.#visits.note(lease.id, outcome, original, links, added)
      return again ? 'again' : 'done'
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
        this.#captures.write({ url }, capture, status, fetchedAt)
    })
  }

  pages(filter: PageFilter = {}): AsyncIterable<PageRecord> {
    return this.#pages.stream(filter)
  }

  async page(id: UrlId): Promise<PageRecord | undefined> {
    return this.#pages.byId(id)
  }

  captures(): AsyncIterable<CaptureRecord> {
    return this.#captures.all()
  }

  async archiveEnds(): Promise<ReadonlyMap<string, number>> {
    return this.#captures.ends()
  }

  async originalOf(payloadDigest: string): Promise<Original | undefined> {
    return this.#captures.originalOf(payloadDigest)
  }

  async forgetCaptures(recordIds: readonly string[]): Promise<{ captures: number; requeued: number }> {
    return this.#write(() => {
      const gone = this.#captures.forget(recordIds)
      for (const { urlId, url } of gone)
        if (urlId === null && URL.canParse(url)) this.#notes.forgetRobots(new URL(url).origin)
      const requeued = gone.filter(({ urlId }) => urlId !== null && this.#refetches.add(urlId))
      return { captures: gone.length, requeued: requeued.length }
    })
  }

  async pathTo(id: UrlId): Promise<string[]> {
    return this.#urls.pathTo(id)
  }

  async languages(): Promise<string[]> {
    return this.#pages.languages()
  }

  async explain(canonicalUrl: string): Promise<UrlRecord | undefined> {
    return explainUrl(this.#connection, canonicalUrl)
  }

  async exclusions(): Promise<ExclusionCount[]> {
    return exclusionCounts(this.#connection)
  }

  async excluded(code: string, limit: number): Promise<Excluded[]> {
    return excludedWith(this.#connection, code, limit)
  }

  async pagesPerHost(): Promise<HostPages[]> {
    return this.#hosts.withPages()
  }

  async visit(id: UrlId): Promise<Visit | undefined> {
    return this.#visits.byId(id)
  }

  visits(afterOrder: number): AsyncIterable<Visit> {
    return this.#visits.after(afterOrder)
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

/** What was archived of the answer, if anything was. */
function answerIn(outcome: Outcome): Answer | undefined {
  if (outcome.kind === 'failed') return outcome.answer
  return outcome.kind === 'excluded' ? undefined : outcome
}
