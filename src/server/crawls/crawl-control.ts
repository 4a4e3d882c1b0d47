import type { CrawlSettingsChange } from '../../api/crawl-settings.ts'
import { databaseOf, eventFileOf, isCrawled, openForCrawl, readEvent } from '../../collection.ts'
import { type Clock, systemClock } from '../../crawl/clock.ts'
import type { StageTime } from '../../crawl/loop/stage-times.ts'
import { harvestRatio } from '../../crawl/loop/stats.ts'
import { curateStopped } from '../../crawl/memory/curate-stopped.ts'
import { type CrawlNetwork, requireContact } from '../../crawl/network.ts'
import { seedItems } from '../../crawl/seeds.ts'
import type { Log } from '../../log/log.ts'
import type { CompleteSpecification } from '../../model/crawl-options.ts'
import { firstSet, withDefaults } from '../../model/crawl-specification.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import { withMorePages } from '../../open-run.ts'
import type { CurationEntry, CurationRequest } from '../../store/records.ts'
import type { Writer } from '../../store/sqlite/lock.ts'
import { requireWritable } from '../../store/sqlite/write-permission.ts'
import { counted } from '../../text/counted.ts'
import { type CrawlFile, readCrawlFile, writeCrawlFile } from './crawl-file.ts'
import { CrawlProcess, type ProcessEnd } from './crawl-process.ts'
import {
  type CrawlLive,
  type CrawlStatus,
  foreignWriter,
  idleLive,
  idleStatus,
  type Places,
} from './idle-crawl.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import { type CrawlSettings, RUN_OVER, type RunStatus } from './protocol.ts'
import { CONTACT_HINT, checkSettings, EXAMPLE_DEFAULTS } from './settings.ts'
import { changedSettings, storedPart } from './stored-settings.ts'

interface CrawlControlOptions extends Places {
  /** How crawls reach the web. */
  readonly network: CrawlNetwork
  readonly clock?: Clock
  /** Receives structured log entries. */
  readonly events?: Log | undefined
}

interface StartRequest {
  readonly settings: CrawlSettingsChange
  readonly seeds: readonly string[]
}

interface Run {
  readonly process: CrawlProcess
  readonly name: string
  readonly startedAt: string
  settings: CrawlSettings
  status: RunStatus | null
  requested: 'running' | 'paused' | 'stopped'
}

/** Decisions of curators that are shown. */
const MAX_ENTRIES = 1_000

/** Starts, controls and observes the crawls of a folder of collections: one process for each, several at once. */
export class CrawlControl {
  readonly #options: CrawlControlOptions
  readonly #clock: Clock
  readonly #runs = new Map<string, Run>()
  readonly #mutex = new KeyedMutex()
  /** Of runs that have ended, by collection and stage. */
  readonly #pastStages = new Map<string, Map<string, StageTime>>()
  #changed = new AbortController()
  #isClosing = false

  constructor(options: CrawlControlOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  /** The state of every collection's crawl, by id. */
  async statuses(): Promise<CrawlStatus[]> {
    const ids = await this.#options.collections.ids()
    return Promise.all(ids.map((id) => this.status(id)))
  }

  async status(id: string): Promise<CrawlStatus> {
    const run = this.#runs.get(id)
    if (run?.status) return runningStatus(id, run, run.status)
    const idle = await this.#idle(id)
    return this.#runs.get(id) === run ? this.#withRun(id, idle) : this.status(id)
  }

  /** Time that visits spent in each stage since the server started. */
  stages(): { collection: string; times: StageTime[] }[] {
    const ids = new Set([...this.#pastStages.keys(), ...this.#runs.keys()])
    return [...ids].map((id) => {
      const all = new Map(this.#pastStages.get(id))
      for (const time of this.#runs.get(id)?.status?.stages ?? []) addTo(all, time)
      return { collection: id, times: [...all.values()] }
    })
  }

  /** Resident memory of the processes of crawls, in bytes. */
  memory(): { collection: string; bytes: number }[] {
    return [...this.#runs].flatMap(([collection, { status }]) =>
      status ? [{ collection, bytes: status.memory }] : [],
    )
  }

  async live(id: string): Promise<CrawlLive> {
    const run = this.#runs.get(id)
    const live = run?.status && (await run.process.live())
    if (run && live) {
      const { stages, memory, ...shown } = live
      return { ...shown, ...runningStatus(id, run, live) }
    }
    const idle = await this.#found(id, () => idleLive(this.#options, id, this.#clock.now()))
    // A state read while a run began or ended may be inconsistent.
    if (this.#runs.get(id) !== run) return this.live(id)
    return run ? { ...this.#withRun(id, idle), errors: [], notices: [] } : idle
  }

  /** Starts or resumes a crawl; resolves as soon as it is starting. */
  start(id: string, { settings, seeds }: StartRequest): Promise<CrawlStatus> {
    return this.#mutex.run(id, async () => {
      const { collections } = this.#options
      if (this.#runs.has(id))
        throw new EventideError('crawl-running', `The crawl of "${id}" is already running; stop it first`)
      if (this.#isClosing) throw new EventideError('busy', 'The server is being stopped')
      const before = await this.#idle(id)
      const dir = collections.dirOf(id)
      const file = await readCrawlFile(dir)
      const used = withMorePages(changedSettings(file.settings, settings), before.fetched)
      checkSettings({ ...used, chromium: this.#options.network.chromium })
      seedItems(seeds)
      this.#refuseReadOnly(id)
      const event = await readEvent(eventFileOf(dir), this.#options.eventContext)
      const effective = firstSet(
        used,
        event.crawl ?? {},
        file.web ? EXAMPLE_DEFAULTS : {},
        this.#options.network,
      )
      if (!file.web) requireContact(effective, CONTACT_HINT)
      if (!isCrawled(dir)) requireSeeds(event, seeds)
      refuseUsedUp(before, withDefaults(effective))
      const startedAt = this.#nowText()
      const stored = storedPart(used)
      await writeCrawlFile(dir, { ...file, settings: stored, run: { state: 'running', since: startedAt } })
      const { network } = this.#options
      const { events } = this.#options
      const setup = { dir, settings: used, seeds, network, web: file.web, logs: events !== undefined }
      const process = new CrawlProcess(
        setup,
        (status) => this.#onStatus(id, status),
        (entry) => events?.({ ...entry, collection: id }),
      )
      events?.({ level: 'info', event: 'crawl-started', collection: id })
      const run: Run = {
        process,
        name: before.name,
        startedAt,
        settings: stored,
        status: null,
        requested: 'running',
      }
      this.#runs.set(id, run)
      void process.ended.then((end) => this.#mutex.run(id, () => this.#ended(id, run, end)))
      this.#notifyChange()
      return this.#withRun(id, before)
    })
  }

  async pause(id: string): Promise<CrawlStatus> {
    return this.#request(id, 'paused', (process) => process.pause())
  }

  async resume(id: string): Promise<CrawlStatus> {
    return this.#request(id, 'running', (process) => process.resume())
  }

  async stop(id: string): Promise<CrawlStatus> {
    return this.#request(id, 'stopped', (process) => process.stop())
  }

  /** Changes the settings of a running crawl, and of the next start. */
  change(id: string, settings: CrawlSettingsChange): Promise<CrawlStatus> {
    return this.#mutex.run(id, async () => {
      const before = await this.status(id)
      const dir = this.#options.collections.dirOf(id)
      const file = await readCrawlFile(dir)
      const run = this.#runs.get(id)
      if (!run) this.#refuseReadOnly(id)
      const changed = changedSettings(run?.settings ?? file.settings, settings)
      const used = storedPart(withMorePages(changed, before.fetched))
      checkSettings({ ...used, chromium: this.#options.network.chromium })
      await writeCrawlFile(dir, { ...file, settings: used })
      if (run) {
        run.settings = used
        run.process.change(used)
      }
      this.#notifyChange()
      return { ...(await this.status(id)), settings: used }
    })
  }

  /** Through the running crawl if there is one, otherwise in the collection itself. */
  async curate(id: string, request: Omit<CurationRequest, 'at'>): Promise<CurationEntry> {
    const dated = { ...request, at: this.#nowText() }
    const run = this.#runs.get(id)
    if (run) {
      const entry = await run.process.curate(dated).catch((error: unknown) => {
        if (error instanceof EventideError && error.code === RUN_OVER) return null
        throw error
      })
      if (entry) return entry
      await run.process.ended
    }
    return this.#mutex.run(id, async () => {
      const { collections, eventContext } = this.#options
      await collections.open(id)
      const collection = await openForCrawl(collections.dirOf(id), { seeds: [] }, eventContext)
      try {
        return await curateStopped(collection, dated)
      } finally {
        await collection.store.close()
        this.#notifyChange()
      }
    })
  }

  async curation(id: string): Promise<CurationEntry[]> {
    const { store } = await this.#options.collections.open(id)
    return store.curation(MAX_ENTRIES)
  }

  /** Resolves when the state of some crawl has changed, when `ms` have passed, or when the signal aborts. */
  async nextChange(ms: number, signal: AbortSignal): Promise<void> {
    await this.#clock.wait(ms, AbortSignal.any([this.#changed.signal, signal]))
  }

  /** The crawls that ran when the server last ended, as messages. */
  async interrupted(): Promise<string[]> {
    const all = await this.statuses()
    return all.flatMap(({ collection, ended, interrupted }) =>
      interrupted ? [`${collection}: ${ended}`] : [],
    )
  }

  /** Resolves when the crawl of a collection has ended, immediately if none is running here. */
  async ended(id: string): Promise<void> {
    await this.#runs.get(id)?.process.ended
    await this.#mutex.run(id, async () => {})
  }

  /** Lets every crawl finish the pages in progress, and waits for it. */
  async close(): Promise<void> {
    this.#isClosing = true
    const ids = [...this.#runs.keys()]
    for (const { process } of this.#runs.values()) process.stop()
    await Promise.all(ids.map((id) => this.ended(id)))
    this.#notifyChange()
  }

  #request(
    id: string,
    requested: Run['requested'],
    send: (process: CrawlProcess) => void,
  ): Promise<CrawlStatus> {
    return this.#mutex.run(id, async () => {
      const run = this.#runs.get(id)
      if (!run) {
        await this.#idle(id)
        this.#refuseReadOnly(id)
        throw new EventideError('crawl-not-running', `No crawl of "${id}" is running; start it first`)
      }
      run.requested = requested
      send(run.process)
      const dir = this.#options.collections.dirOf(id)
      if (requested !== 'stopped')
        await writeCrawlFile(dir, {
          ...(await readCrawlFile(dir)),
          run: { state: requested, since: run.startedAt },
        })
      this.#notifyChange()
      return this.status(id)
    })
  }

  #onStatus(id: string, status: RunStatus): void {
    const run = this.#runs.get(id)
    if (!run) return
    run.status = status
    this.#notifyChange()
  }

  async #ended(id: string, run: Run, end: ProcessEnd): Promise<void> {
    const past = this.#pastStages.get(id) ?? new Map<string, StageTime>()
    this.#pastStages.set(id, past)
    for (const time of run.status?.stages ?? []) addTo(past, time)
    run.status = run.status && { ...run.status, stages: [] }
    const { startedAt, requested } = run
    const interrupted = this.#isClosing && requested !== 'stopped'
    const closing = `The server was stopped while the crawl was ${requested}; start it to resume`
    const last: CrawlFile['last'] =
      'problem' in end
        ? { startedAt, ended: null, problem: end.problem, errors: [], notices: [] }
        : {
            startedAt,
            ...end,
            ended: interrupted ? closing : end.ended,
            interrupted,
            problem: null,
          }
    this.#options.events?.({
      level: last.problem === null ? 'info' : 'error',
      event: 'crawl-ended',
      collection: id,
      message: last.ended ?? undefined,
      error: last.problem ?? undefined,
    })
    const dir = this.#options.collections.dirOf(id)
    // The folder may have been deleted in the meantime.
    await readCrawlFile(dir)
      .then((file) => writeCrawlFile(dir, { ...file, run: null, last }))
      .catch(() => {})
    this.#runs.delete(id)
    this.#notifyChange()
  }

  #withRun<S extends CrawlStatus>(id: string, idle: S): S {
    const run = this.#runs.get(id)
    if (!run) return idle
    const { settings, startedAt, requested, status } = run
    const starting = {
      state: 'starting' as const,
      settings,
      startedAt,
      ended: null,
      interrupted: false,
      problem: null,
    }
    return {
      ...idle,
      ...starting,
      ...(requested === 'stopped' && { state: 'stopping' }),
      ...(status && { state: stateOf(run, status) }),
    }
  }

  #idle(id: string): Promise<CrawlStatus> {
    return this.#found(id, () => idleStatus(this.#options, id))
  }

  /** Refuses a collection that does not exist. */
  async #found<T>(id: string, read: () => Promise<T>): Promise<T> {
    const { collections } = this.#options
    if (!(await collections.ids()).includes(id))
      throw new EventideError('no-collection', `There is no collection "${id}" here`)
    return read()
  }

  /** The process that writes to a collection and was not started here; null if there is none. */
  foreignWriter(id: string): Writer | null {
    return this.#runs.has(id) ? null : foreignWriter(this.#options.collections.dirOf(id))
  }

  #refuseReadOnly(id: string): void {
    requireWritable(databaseOf(this.#options.collections.dirOf(id)))
    const writer = this.foreignWriter(id)
    if (!writer) return
    throw new EventideError(
      'crawl-running',
      `"${id}" is being crawled by another process (${writer.pid} on ${writer.host}, since ${writer.since}): stop it there`,
    )
  }

  #notifyChange(): void {
    const changed = this.#changed
    this.#changed = new AbortController()
    changed.abort()
  }

  #nowText(): string {
    return new Date(this.#clock.now()).toISOString()
  }
}

function addTo(all: Map<string, StageTime>, { stage, visits, ms }: StageTime): void {
  const before = all.get(stage)
  all.set(stage, { stage, visits: visits + (before?.visits ?? 0), ms: ms + (before?.ms ?? 0) })
}

function runningStatus(id: string, run: Run, status: RunStatus): CrawlStatus {
  const { name, settings, startedAt } = run
  const { fetched, kept, copies, queued, failed, pagesPerSecond } = status
  const numbers = {
    fetched,
    kept,
    copies,
    queued,
    failed,
    pagesPerSecond,
    harvest: harvestRatio({ fetched, kept }),
  }
  return {
    collection: id,
    name,
    state: stateOf(run, status),
    settings,
    startedAt,
    ended: null,
    problem: null,
    ...numbers,
  }
}

/** The requested state may be ahead of the last state reported by the crawl. */
function stateOf({ requested }: Run, { state }: RunStatus): CrawlStatus['state'] {
  if (requested === 'stopped') return 'stopping'
  if (requested === 'paused') return state === 'paused' ? 'paused' : 'pausing'
  return state === 'stopping' ? 'stopping' : 'running'
}

/** A budget that is used up would end the crawl before it began. */
function refuseUsedUp({ fetched }: CrawlStatus, { pages }: CompleteSpecification): void {
  if (fetched < pages) return
  throw new EventideError(
    'no-budget',
    `The collection holds ${counted(fetched, 'page')} and the budget is ${pages}: set a higher one to continue`,
  )
}

function requireSeeds(event: EventModel, seeds: readonly string[]): void {
  if (event.seeds.length + seeds.length > 0) return
  throw new EventideError(
    'no-seeds',
    'There is nothing to start from: give the URLs of a few pages about the event',
  )
}
