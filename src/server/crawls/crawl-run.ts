import { type Collection, openForCrawl } from '../../collection.ts'
import { systemClock } from '../../crawl/clock.ts'
import type { CrawlEnd } from '../../crawl/loop/loop.ts'
import type { CrawlStats } from '../../crawl/loop/stats.ts'
import { Valve } from '../../crawl/loop/valve.ts'
import type { CrawlOptions } from '../../crawl/parts.ts'
import type { EventWorld } from '../../event/event-file.ts'
import { EventideError } from '../../model/errors.ts'
import { DEFAULT_STRATEGY } from '../../score/registry.ts'
import { runSession, type SessionControls, type SessionEnd } from '../../session.ts'
import type { CurationEntry, CurationOrder } from '../../store/records.ts'
import { Later } from './later.ts'
import { LiveView } from './live-view.ts'
import { type CrawlNetwork, openNetwork } from './network.ts'
import {
  type CrawlSettings,
  type CrawlSetup,
  RUN_OVER,
  type RunEnd,
  type RunLive,
  type RunStatus,
} from './protocol.ts'
import { crawlOptionsOf, mergedSettings, needsNewSession, scopeOptionsOf } from './settings.ts'

/** Pages in hand get this long to finish before they are let go. */
const DRAIN_MS = 15_000
const REPORT_MS = 1_000

const WHY: Readonly<Record<CrawlEnd, string>> = {
  exhausted: 'every link found was followed',
  saturated: 'the event looks exhausted',
  waiting: 'what is left must rest for long; start it again later to go on',
  pages: 'the page budget is used up; raise it to go on',
  time: 'the time is used up; start it again to go on',
  stopped: 'stopped; start it again to go on',
}

/** One run of a crawl that is steered from outside: held, changed, curated and stopped while it goes on. */
export class CrawlRun {
  readonly #setup: CrawlSetup
  readonly #world: EventWorld
  readonly #report: (status: RunStatus) => void
  readonly #valve = new Valve()
  readonly #drain = new AbortController()
  readonly #abandon = new AbortController()
  readonly #options: { -readonly [K in keyof CrawlOptions]: CrawlOptions[K] }
  readonly #began = systemClock.now()
  #settings: CrawlSettings
  #heldFor = 0
  #session = new AbortController()
  #isChanging = false
  #controls = new Later<SessionControls>()
  #isOpen = false
  /** Before its first session is open, a run is starting. */
  #hasBegun = false
  #view: LiveView | null = null

  constructor(setup: CrawlSetup, world: EventWorld, report: (status: RunStatus) => void) {
    this.#setup = setup
    this.#world = world
    this.#report = report
    this.#settings = setup.settings
    this.#options = { ...this.#optionsNow() }
  }

  /** Resolves when the run is over. `web` is a proxy behind which the collection's own web lives. */
  async run(web: string | null): Promise<RunEnd> {
    const { dir, seeds } = this.#setup
    const { delayMs } = this.#options.politeness
    const collection = await openForCrawl(dir, { seeds, delayMs }, this.#world)
    const view = new LiveView(collection.store, systemClock)
    this.#view = view
    view.onOver = () => void (this.#valve.isHeld && this.#tell())
    const timer = setInterval(() => {
      view.tick()
      void this.#tell()
    }, REPORT_MS)
    try {
      for (;;) {
        const ended = await this.#runSession(collection, view, web)
        if (ended) return this.#endOf(ended, view)
      }
    } finally {
      clearInterval(timer)
      this.#view = null
      this.#controls.reject(new EventideError(RUN_OVER, 'the crawl has just ended'))
      await collection.store.close()
    }
  }

  pause(): void {
    this.#valve.hold(systemClock.now())
    this.#options.deadline = Number.POSITIVE_INFINITY
    void this.#tell()
  }

  resume(): void {
    this.#heldFor += this.#valve.release(systemClock.now())
    this.#options.deadline = this.#deadline()
    void this.#tell()
  }

  /** Finishes the pages in hand. */
  stop(): void {
    if (this.#drain.signal.aborted) return
    this.#drain.abort()
    setTimeout(() => this.#abandon.abort(), DRAIN_MS).unref()
    void this.#tell()
  }

  /** Everything is followed at once, but for what a session opens only once: then the pages in hand are finished and a new one goes on. */
  async change(settings: CrawlSettings): Promise<void> {
    const before = this.#settings
    this.#settings = mergedSettings(before, settings)
    const held = this.#valve.isHeld
    Object.assign(this.#options, this.#optionsNow(), held && { deadline: Number.POSITIVE_INFINITY })
    const scope = scopeOptionsOf(this.#settings)
    if (JSON.stringify(scope) !== JSON.stringify(scopeOptionsOf(before))) {
      const revived = await (await this.#controls.promise).rescope(scope)
      if (revived > 0) this.#view?.notice(`${revived} links wait again: the new scope lets them through`)
    }
    if (needsNewSession(before, this.#settings)) {
      this.#view?.notice(
        'settings were changed: the pages in hand are finished, then the crawl goes on with them',
      )
      this.#startAnew()
    }
    this.#valve.nudge()
    await this.#tell()
  }

  async curate(order: CurationOrder): Promise<CurationEntry> {
    const { curator } = await this.#controls.promise
    try {
      const entry = await curator.curate(order)
      await this.#view?.reload()
      return entry
    } finally {
      if (curator.isTainted) this.#startAnew()
      this.#valve.nudge()
    }
  }

  /** Null before anything is open. */
  async live(): Promise<RunLive | null> {
    return this.#view?.live(this.#state()) ?? null
  }

  /** Null when the session ended only to be followed by another. */
  async #runSession(collection: Collection, view: LiveView, web: string | null): Promise<SessionEnd | null> {
    this.#session = new AbortController()
    this.#isChanging = false
    const { strategy, contact, render = 'auto' } = this.#settings
    const { lookAgainMinutes } = this.#setup.settings
    const network: CrawlNetwork = {
      ...this.#setup.network,
      ...(contact && { contact }),
      ...(web && { proxy: web }),
    }
    const fetcher = openNetwork(network, collection.event.languages)
    let loaded = Promise.resolve()
    const drain = AbortSignal.any([this.#drain.signal, this.#session.signal])
    try {
      const ended = await runSession(
        collection,
        fetcher,
        {
          strategy: strategy ?? collection.event.strategy ?? DEFAULT_STRATEGY,
          seeds: this.#setup.seeds,
          scope: scopeOptionsOf(this.#settings),
          crawl: this.#options,
          contact: network.contact,
          render,
          // A session that follows another of the same run has nothing to look for again.
          lookAgainMs:
            this.#hasBegun || lookAgainMinutes === undefined ? undefined : lookAgainMinutes * 60_000,
          valve: this.#valve,
          randomSeed: 1,
        },
        { drain, abandon: this.#abandon.signal },
        {
          visits: view,
          notice: (text) => view.notice(text),
          paused: (pause) =>
            view.notice(
              pause ? 'the disk is too full to go on: the crawl waits for room' : 'there is room again',
            ),
          started: (stats: CrawlStats) => {
            loaded = view.begin(stats)
          },
          steering: async (controls) => {
            await loaded
            this.#isOpen = true
            this.#hasBegun = true
            this.#controls.resolve(controls)
            await this.#tell()
          },
        },
      )
      return ended.end === 'stopped' && this.#isChanging && !this.#drain.signal.aborted ? null : ended
    } finally {
      if (this.#isOpen) this.#controls = new Later()
      this.#isOpen = false
      await fetcher.close()
    }
  }

  #startAnew(): void {
    this.#isChanging = true
    this.#session.abort()
  }

  #endOf({ end, exhausted }: SessionEnd, view: LiveView): RunEnd {
    const ended = exhausted ? `${WHY[end]} (${exhausted.join('; ')})` : WHY[end]
    return { ended, errors: view.errors(), notices: view.notices() }
  }

  #optionsNow(): CrawlOptions {
    return crawlOptionsOf(this.#settings, this.#deadline(), this.#setup.web !== null)
  }

  /** The time that a run was held is not counted. */
  #deadline(): number {
    const { minutes } = this.#settings
    return minutes === undefined ? Number.POSITIVE_INFINITY : this.#began + this.#heldFor + minutes * 60_000
  }

  #state(): RunStatus['state'] {
    if (this.#drain.signal.aborted) return 'stopping'
    if (!this.#valve.isHeld) return 'running'
    return (this.#view?.visits ?? 0) > 0 ? 'pausing' : 'paused'
  }

  async #tell(): Promise<void> {
    const view = this.#view
    if (!view || !this.#hasBegun) return
    const status = await view.status(this.#state()).catch(() => null)
    if (status) this.#report(status)
  }
}
