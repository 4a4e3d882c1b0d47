import { existsSync } from 'node:fs'
import type { AddResult, Lease, NewItem, Observation, Outcome, UrlId, Visit } from '../../model/crawl.ts'
import type { Original } from '../../model/exchange.ts'
import type { Json } from '../../model/json.ts'
import type { RobotsRecord } from '../../model/robots.ts'
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
} from '../records.ts'
import { isNamedSeed } from '../rules/seeds.ts'
import type { SourceLimits } from '../rules/source-share.ts'
import type {
  ClaimOne,
  ClaimRequest,
  Completion,
  ExcludedUrl,
  HostName,
  HostPause,
  PastLease,
  QueueCounts,
  RobotsCapture,
  Store,
} from '../store.ts'
import { Additions } from './additions.ts'
import { Captures } from './captures.ts'
import { checkStore } from './check.ts'
import { Completions, prepared } from './completions.ts'
import type { Connection } from './connection.ts'
import { Copies } from './copies.ts'
import { Counters } from './counters.ts'
import { CuratedLinks } from './curated-links.ts'
import { Curation } from './curation.ts'
import { earlierCopy } from './earlier-copy.ts'
import { excludedWith, exclusionCounts } from './exclusions.ts'
import { explainUrl } from './explain.ts'
import { Facets } from './facets.ts'
import { harvestCurve } from './harvest-curve.ts'
import { queueByHost } from './host-queues.ts'
import { Hosts } from './hosts.ts'
import { appendToJournal, readJournal, toldTo } from './journal.ts'
import { KeptPages } from './kept-pages.ts'
import { Leases } from './leases.ts'
import { fillLibrary } from './library-backfill.ts'
import { Notes } from './notes.ts'
import { overviewOf } from './overview.ts'
import { Pages } from './pages.ts'
import { Refetches } from './refetches.ts'
import { Revivals } from './revivals.ts'
import { SqliteCatalogue } from './sqlite-catalogue.ts'
import { SqliteReads } from './sqlite-reads.ts'
import { Suspects } from './suspects.ts'
import { Urls } from './urls.ts'
import { Visits } from './visits.ts'

/** Maximum number of pages per decision that are passed to the strategy: more of one source teach it nothing new. */
const MAX_REPORTED_PAGES = 200

/** The store in one SQLite file. Every method is one transaction; rows are not kept in memory. */
export class SqliteStore implements Store {
  readonly reads: SqliteReads
  readonly catalogue: SqliteCatalogue
  readonly #connection: Connection
  readonly #onClose: () => void
  readonly #counters: Counters
  readonly #hosts: Hosts
  readonly #urls: Urls
  readonly #additions: Additions
  readonly #leases: Leases
  readonly #suspects: Suspects
  readonly #pages: Pages
  readonly #facets: Facets
  readonly #captures: Captures
  readonly #refetches: Refetches
  readonly #revivals: Revivals
  readonly #copies: Copies
  readonly #visits: Visits
  readonly #curation: Curation
  readonly #completions: Completions
  readonly #notes: Notes
  readonly #journal: string | null
  #closed = false

  /** `journal`: where seeds and decisions are noted beside the database; null: nowhere. */
  constructor(connection: Connection, restMs: number, onClose: () => void, journal: string | null = null) {
    this.#journal = journal
    this.#connection = connection
    this.#onClose = onClose
    this.#counters = new Counters(connection)
    this.#hosts = new Hosts(connection, restMs)
    this.#urls = new Urls(connection, this.#hosts, this.#counters)
    this.#additions = new Additions(connection, this.#hosts, this.#counters)
    this.#suspects = new Suspects(connection)
    this.#leases = new Leases(connection, this.#hosts, this.#urls, this.#counters, this.#suspects)
    this.#pages = new Pages(connection)
    this.#facets = new Facets(connection)
    this.#captures = new Captures(connection)
    this.#refetches = new Refetches(connection, this.#urls, this.#hosts)
    this.#revivals = new Revivals(connection, this.#hosts, this.#counters)
    this.#copies = new Copies(connection)
    this.#visits = new Visits(connection)
    this.#curation = new Curation(
      connection,
      new KeptPages(connection, this.#counters, this.#copies, this.#facets),
      new CuratedLinks(connection, this.#hosts, this.#counters),
    )
    this.#completions = new Completions({
      counters: this.#counters,
      hosts: this.#hosts,
      urls: this.#urls,
      additions: this.#additions,
      leases: this.#leases,
      suspects: this.#suspects,
      pages: this.#pages,
      facets: this.#facets,
      captures: this.#captures,
      refetches: this.#refetches,
      copies: this.#copies,
      curation: this.#curation,
    })
    this.#notes = new Notes(connection)
    this.reads = new SqliteReads(connection)
    this.catalogue = new SqliteCatalogue(connection, this.#pages)
  }

  /** Called when this process has become the only writer: all leases and reservations belong to a dead process. */
  returnAllLeases(now: number): void {
    this.#write(() => {
      this.#hosts.restBorrowed(now)
      this.#hosts.mendRests(now)
      this.#leases.returnLost(Number.POSITIVE_INFINITY, now)
    })
  }

  /** Once, after a collection of an older format was upgraded. */
  indexOlderPages(): void {
    this.#copies.indexOlder()
    fillLibrary(this.#connection, this.#facets)
  }

  async add(items: readonly NewItem[]): Promise<AddResult[]> {
    const add = () => {
      const results = this.#additions.add(this.#curation.weighed(items))
      this.#note(
        items
          .filter((item, i) => isNamedSeed(item) && results[i] !== 'known')
          .map(({ url }) => ({ seed: url })),
      )
      return results
    }
    return items.some(isNamedSeed) ? this.#writeDurably(add) : this.#write(add)
  }

  async claim(request: ClaimRequest): Promise<Lease[]> {
    return this.#write(() => this.#leases.claim(request))
  }

  async claimUrl(past: PastLease, request: ClaimOne): Promise<Lease | undefined> {
    return this.#write(() => {
      const id = this.#urls.idOf(past.canonicalUrl)
      if (id === undefined) return undefined
      this.#refetches.add(id, true)
      return this.#leases.claimUrl(id, past, request)
    })
  }

  async complete(
    lease: Lease,
    outcome: Outcome,
    links: readonly NewItem[],
    pause: HostPause,
  ): Promise<Completion> {
    const page = prepared(outcome)
    return this.#write(() => {
      const state = this.#completions.complete(lease, outcome, links, pause, page)
      const isNewPage = state === 'done' && outcome.kind === 'page'
      return { state, visit: (isNewPage && this.#visits.byId(lease.id)) || null }
    })
  }

  async lookAgain(now: Date, before: Date): Promise<number> {
    return this.#write(() => this.#refetches.lookAgain(now.toISOString(), before.toISOString()))
  }

  async retryFailed(codes: readonly string[] | 'all'): Promise<number> {
    return this.#write(() => this.#refetches.retryFailed(codes))
  }

  async looks(): Promise<Map<UrlId, EarlierCopy>> {
    const copies = this.#refetches.looks().map((id) => [id, earlierCopy(this.#connection, id)] as const)
    return new Map(copies.filter((entry): entry is [UrlId, EarlierCopy] => entry[1] !== undefined))
  }

  async release(
    lease: Lease,
    pause: HostPause,
    options: { failedTry?: boolean; url?: string } = {},
  ): Promise<'done' | 'lost-lease'> {
    return this.#write(() => {
      const hostId = this.#leases.end(lease)
      if (hostId === undefined) return 'lost-lease'
      if (options.url !== undefined) this.#captures.keepAddress(lease.id)
      this.#leases.requeue(lease.id, options.failedTry ? 'failed' : 'released', options.url)
      this.#hosts.rest(hostId, pause)
      return 'done'
    })
  }

  async received(lease: Lease): Promise<void> {
    if (lease.blame !== null) this.#write(() => this.#suspects.received(lease))
  }

  async borrowHost({ host, source }: HostName, now: number, until: number): Promise<'borrowed' | number> {
    return this.#write(() => this.#hosts.borrow(this.#hosts.idOf(host, source), now, until))
  }

  async returnHost({ host, source }: HostName, now: number, contacted: boolean): Promise<void> {
    this.#write(() => this.#hosts.giveBack(this.#hosts.idOf(host, source), now, contacted))
  }

  async reprioritise(changes: Iterable<readonly [UrlId, number]>): Promise<void> {
    this.#write(() => {
      for (const [id, score] of changes) this.#urls.reprioritise(id, score)
    })
  }

  async nextReady(now: number, sources?: SourceLimits): Promise<number | null> {
    return this.#leases.nextReady(now, sources)
  }

  async counts(): Promise<QueueCounts> {
    return this.#counters.read()
  }

  async revive(codes: readonly string[], isAllowed: (url: ExcludedUrl) => boolean): Promise<number> {
    return this.#revivals.run(codes, isAllowed, (work) => this.#write(work))
  }

  async queueByHost(limit: number, now: number): Promise<HostQueue[]> {
    return queueByHost(this.#connection, limit, now)
  }

  async harvestCurve(points: number): Promise<HarvestPoint[]> {
    return harvestCurve(this.#connection, points)
  }

  async latest(limit: number): Promise<PageRecord[]> {
    return this.#pages.latest(limit)
  }

  async curate(
    order: CurationRequest,
    follow?: (pages: readonly CuratedPage[]) => Iterable<readonly [string, Json]>,
  ): Promise<CurationEntry> {
    return this.#writeDurably(() => {
      const { entry, changed } = this.#curation.decide(order)
      const pages = changed.slice(-MAX_REPORTED_PAGES).flatMap((at) => this.#curatedPage(at) ?? [])
      for (const [key, value] of follow?.(pages) ?? []) this.#notes.setMeta(key, value)
      const { at, what, target, decision, reason } = entry
      this.#note([{ decision: { at, what, target, decision, reason } }])
      return entry
    })
  }

  async curation(limit: number): Promise<CurationEntry[]> {
    return this.#curation.entries(limit)
  }

  async curatedSources(): Promise<ReadonlyMap<string, SourceDecision>> {
    return new Map(this.#curation.sources())
  }

  async noted(): Promise<JournalEntry[]> {
    return this.#journal === null ? [] : readJournal(this.#journal)
  }

  async overview(): Promise<Overview> {
    return overviewOf(this.#connection)
  }

  async getMeta(key: string): Promise<Json | undefined> {
    return this.#notes.getMeta(key)
  }

  async setMeta(key: string, value: Json): Promise<void> {
    this.#write(() => this.#notes.setMeta(key, value))
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

  visits(afterOrder: number): AsyncIterable<Visit> {
    return this.#visits.after(afterOrder)
  }

  observations(afterOrder: number): AsyncIterable<Observation> {
    return this.#pages.observations(afterOrder)
  }

  async check(): Promise<string[]> {
    return checkStore(this.#connection)
  }

  async compact(): Promise<void> {
    this.#connection.checkpoint()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#onClose()
  }

  /** Before the commit: what is told twice does no harm, what is not noted is lost with the database. */
  #note(entries: readonly JournalEntry[]): void {
    if (this.#journal === null || entries.length === 0) return
    // A journal that was removed meanwhile begins with what is known.
    appendToJournal(this.#journal, existsSync(this.#journal) ? entries : toldTo(this.#connection))
  }

  #curatedPage(order: number): CuratedPage | undefined {
    const observation = this.#pages.observation(order)
    const visit = observation && this.#visits.byId(observation.id)
    return visit && { observation, visit }
  }

  #write<T>(work: () => T): T {
    return this.#connection.transaction(() => this.#settled(work))
  }

  /** What people typed or decided cannot be fetched again. */
  #writeDurably<T>(work: () => T): T {
    return this.#connection.durably(() => this.#settled(work))
  }

  #settled<T>(work: () => T): T {
    const result = work()
    this.#hosts.settle()
    this.#counters.flush()
    return result
  }
}
