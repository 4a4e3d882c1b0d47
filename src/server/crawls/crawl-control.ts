import type { CrawlSettingsChange } from '../../api/crawl-settings.ts'
import { eventFileOf, isCrawled, openForCrawl, readEvent } from '../../collection.ts'
import { type Clock, systemClock } from '../../crawl/clock.ts'
import { harvestRatio } from '../../crawl/loop/stats.ts'
import { curateStopped } from '../../crawl/memory/curate-stopped.ts'
import { type CrawlNetwork, requireContact } from '../../crawl/network.ts'
import { seedItems } from '../../crawl/seeds.ts'
import type { CompleteSpecification } from '../../model/crawl-options.ts'
import { firstSet, withDefaults } from '../../model/crawl-specification.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import { withMorePages } from '../../open-run.ts'
import type { CurationEntry, CurationRequest } from '../../store/records.ts'
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
import { InTurn } from './in-turn.ts'
import { type CrawlSettings, RUN_OVER, type RunStatus } from './protocol.ts'
import { CONTACT_HINT, checkSettings, EXAMPLE_DEFAULTS } from './settings.ts'
import { changedSettings, storedPart } from './stored-settings.ts'

interface DeskOptions extends Places {
  /** How crawls reach the web. */
  readonly network: CrawlNetwork
  readonly clock?: Clock
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
  wanted: 'running' | 'paused' | 'stopped'
}

/** Decisions of curators that are shown. */
const MAX_ENTRIES = 1_000

/** Starts, steers and watches the crawls of a folder of collections: one process for each, several at once. */
export class CrawlControl {
  readonly #options: DeskOptions
  readonly #clock: Clock
  readonly #runs = new Map<string, Run>()
  readonly #turns = new InTurn()
  #changed = new AbortController()
  #isClosing = false

  constructor(options: DeskOptions) {
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

  async live(id: string): Promise<CrawlLive> {
    const run = this.#runs.get(id)
    const live = run?.status && (await run.process.live())
    if (run && live) return { ...live, ...runningStatus(id, run, live) }
    const idle = await this.#found(id, () => idleLive(this.#options, id, this.#clock.now()))
    // What was read while a run began or ended may be half of each.
    if (this.#runs.get(id) !== run) return this.live(id)
    return run ? { ...this.#withRun(id, idle), errors: [], notices: [] } : idle
  }

  /** Starts or continues a crawl; says at once that it is starting. */
  start(id: string, { settings, seeds }: StartRequest): Promise<CrawlStatus> {
    return this.#turns.take(id, async () => {
      const { collections } = this.#options
      if (this.#runs.has(id))
        throw new EventideError('crawl-running', `the crawl of "${id}" is already running; stop it first`)
      if (this.#isClosing) throw new EventideError('busy', 'the server is being stopped')
      const before = await this.#idle(id)
      const dir = collections.dirOf(id)
      const file = await readCrawlFile(dir)
      const used = withMorePages(changedSettings(file.settings, settings), before.fetched)
      checkSettings({ ...used, chromium: this.#options.network.chromium })
      seedItems(seeds)
      this.#refuseForeign(id)
      const event = await readEvent(eventFileOf(dir), this.#options.world)
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
      const setup = { dir, settings: used, seeds, network, web: file.web }
      const process = new CrawlProcess(setup, (status) => this.#heard(id, status))
      const run: Run = {
        process,
        name: before.name,
        startedAt,
        settings: stored,
        status: null,
        wanted: 'running',
      }
      this.#runs.set(id, run)
      void process.ended.then((end) => this.#turns.take(id, () => this.#ended(id, run, end)))
      this.#tellChange()
      return this.#withRun(id, before)
    })
  }

  async pause(id: string): Promise<CrawlStatus> {
    return this.#steer(id, 'paused', (process) => process.pause())
  }

  async resume(id: string): Promise<CrawlStatus> {
    return this.#steer(id, 'running', (process) => process.resume())
  }

  async stop(id: string): Promise<CrawlStatus> {
    return this.#steer(id, 'stopped', (process) => process.stop())
  }

  /** A running crawl follows at once; what is set is used by the next start, too. */
  change(id: string, settings: CrawlSettingsChange): Promise<CrawlStatus> {
    return this.#turns.take(id, async () => {
      const before = await this.status(id)
      const dir = this.#options.collections.dirOf(id)
      const file = await readCrawlFile(dir)
      const run = this.#runs.get(id)
      if (!run) this.#refuseForeign(id)
      const changed = changedSettings(run?.settings ?? file.settings, settings)
      const used = storedPart(withMorePages(changed, before.fetched))
      checkSettings({ ...used, chromium: this.#options.network.chromium })
      await writeCrawlFile(dir, { ...file, settings: used })
      if (run) {
        run.settings = used
        run.process.change(used)
      }
      this.#tellChange()
      return { ...(await this.status(id)), settings: used }
    })
  }

  /** Through the crawl while one runs, else in the collection itself. */
  async curate(id: string, order: Omit<CurationRequest, 'at'>): Promise<CurationEntry> {
    const told = { ...order, at: this.#nowText() }
    const run = this.#runs.get(id)
    if (run) {
      const entry = await run.process.curate(told).catch((error: unknown) => {
        if (error instanceof EventideError && error.code === RUN_OVER) return null
        throw error
      })
      if (entry) return entry
      await run.process.ended
    }
    return this.#turns.take(id, async () => {
      const { collections, world } = this.#options
      await collections.open(id)
      const collection = await openForCrawl(collections.dirOf(id), { seeds: [] }, world)
      try {
        return await curateStopped(collection, told)
      } finally {
        await collection.store.close()
        this.#tellChange()
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

  /** Which crawls ran when the server last ended, in words. */
  async interrupted(): Promise<string[]> {
    const all = await this.statuses()
    return all.flatMap(({ collection, ended, interrupted }) =>
      interrupted ? [`${collection}: ${ended}`] : [],
    )
  }

  /** Resolves when the crawl of a collection has ended, immediately if none is running here. */
  async ended(id: string): Promise<void> {
    await this.#runs.get(id)?.process.ended
    await this.#turns.take(id, async () => {})
  }

  /** Lets every crawl finish the pages in hand, and waits for it. */
  async close(): Promise<void> {
    this.#isClosing = true
    const ids = [...this.#runs.keys()]
    for (const { process } of this.#runs.values()) process.stop()
    await Promise.all(ids.map((id) => this.ended(id)))
    this.#tellChange()
  }

  #steer(id: string, wanted: Run['wanted'], tell: (process: CrawlProcess) => void): Promise<CrawlStatus> {
    return this.#turns.take(id, async () => {
      const run = this.#runs.get(id)
      if (!run) {
        await this.#idle(id)
        this.#refuseForeign(id)
        throw new EventideError('crawl-not-running', `no crawl of "${id}" is running; start it first`)
      }
      run.wanted = wanted
      tell(run.process)
      const dir = this.#options.collections.dirOf(id)
      if (wanted !== 'stopped')
        await writeCrawlFile(dir, {
          ...(await readCrawlFile(dir)),
          run: { state: wanted, since: run.startedAt },
        })
      this.#tellChange()
      return this.status(id)
    })
  }

  #heard(id: string, status: RunStatus): void {
    const run = this.#runs.get(id)
    if (!run) return
    run.status = status
    this.#tellChange()
  }

  async #ended(id: string, run: Run, end: ProcessEnd): Promise<void> {
    const { startedAt, wanted } = run
    const interrupted = this.#isClosing && wanted !== 'stopped'
    const closing = `the server was stopped while the crawl was ${wanted}; start it to go on`
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
    const dir = this.#options.collections.dirOf(id)
    // A folder that has gone meanwhile needs no note.
    await readCrawlFile(dir)
      .then((file) => writeCrawlFile(dir, { ...file, run: null, last }))
      .catch(() => {})
    this.#runs.delete(id)
    this.#tellChange()
  }

  #withRun<S extends CrawlStatus>(id: string, idle: S): S {
    const run = this.#runs.get(id)
    if (!run) return idle
    const { settings, startedAt, wanted, status } = run
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
      ...(wanted === 'stopped' && { state: 'stopping' }),
      ...(status && { state: stateOf(run, status) }),
    }
  }

  #idle(id: string): Promise<CrawlStatus> {
    return this.#found(id, () => idleStatus(this.#options, id))
  }

  /** Whatever is asked about a collection is asked about one that is there. */
  async #found<T>(id: string, read: () => Promise<T>): Promise<T> {
    const { collections } = this.#options
    if (!(await collections.ids()).includes(id))
      throw new EventideError('no-collection', `there is no collection "${id}" here`)
    return read()
  }

  #refuseForeign(id: string): void {
    const writer = foreignWriter(this.#options.collections.dirOf(id))
    if (!writer) return
    throw new EventideError(
      'crawl-running',
      `"${id}" is being crawled by another process (${writer.pid} on ${writer.host}, since ${writer.since}): stop it there`,
    )
  }

  #tellChange(): void {
    const changed = this.#changed
    this.#changed = new AbortController()
    changed.abort()
  }

  #nowText(): string {
    return new Date(this.#clock.now()).toISOString()
  }
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

/** What was asked for last is not always what the crawl has last said. */
function stateOf({ wanted }: Run, { state }: RunStatus): CrawlStatus['state'] {
  if (wanted === 'stopped') return 'stopping'
  if (wanted === 'paused') return state === 'paused' ? 'paused' : 'pausing'
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
