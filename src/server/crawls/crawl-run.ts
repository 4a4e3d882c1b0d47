import { type Collection, openForCrawl } from '../../collection.ts'
import { systemClock } from '../../crawl/clock.ts'
import { explainEnd } from '../../crawl/loop/crawl-end.ts'
import { PauseControl } from '../../crawl/loop/pause-control.ts'
import { VisitLog } from '../../crawl/loop/visit-log.ts'
import type { EventContext } from '../../event/event-file.ts'
import type { Log } from '../../log/log.ts'
import type { CrawlSpecification } from '../../model/crawl-options.ts'
import { firstSet } from '../../model/crawl-specification.ts'
import { EventideError } from '../../model/errors.ts'
import { type RunEnd as EndOfRun, openRun, type Run } from '../../open-run.ts'
import type { CurationEntry, CurationRequest } from '../../store/records.ts'
import { counted } from '../../text/counted.ts'
import { Deferred } from './deferred.ts'
import { LiveView } from './live-view.ts'
import {
  type CrawlSettings,
  type CrawlSetup,
  RUN_OVER,
  type RunEnd,
  type RunLive,
  type RunStatus,
} from './protocol.ts'
import { EXAMPLE_DEFAULTS } from './settings.ts'

const REPORT_MS = 1_000

interface CrawlRunOptions {
  /** Receives an entry for each visit. */
  readonly log?: Log | undefined
  /** See `RunOptions`. */
  readonly whenStuck?: string
}

/** One run of a crawl that can be paused, changed, curated and stopped while it runs. */
export class CrawlRun {
  readonly #setup: CrawlSetup
  readonly #eventContext: EventContext
  readonly #report: (status: RunStatus) => void
  readonly #log: Log | undefined
  readonly #whenStuck: string | undefined
  readonly #pauseControl = new PauseControl()
  readonly #drain = new AbortController()
  readonly #startedAt = systemClock.now()
  #settings: CrawlSettings
  #reopen = new AbortController()
  #run = new Deferred<Run>()
  /** The URL of a proxy that serves the collection's own web. */
  #web: string | null = null
  /** Null while the run is starting, before its parts are opened. */
  #hasBegun = false
  #view: LiveView | null = null

  constructor(
    setup: CrawlSetup,
    eventContext: EventContext,
    report: (status: RunStatus) => void,
    { log, whenStuck }: CrawlRunOptions = {},
  ) {
    this.#log = log
    this.#whenStuck = whenStuck
    this.#setup = setup
    this.#eventContext = eventContext
    this.#report = report
    this.#settings = setup.settings
  }

  /** Resolves when the run is over. `web` is the URL of a proxy that serves the collection's own web. */
  async run(web: string | null): Promise<RunEnd> {
    const { dir, seeds } = this.#setup
    this.#web = web
    const specification = this.#specification()
    const collection = await openForCrawl(dir, { seeds, specification }, this.#eventContext)
    const view = new LiveView(collection.store, systemClock)
    this.#view = view
    view.onOver = () => void (this.#pauseControl.isPaused && this.#reportStatus())
    const timer = setInterval(() => {
      view.tick()
      void this.#reportStatus()
    }, REPORT_MS)
    try {
      for (;;) {
        const ended = await this.#crawl(collection, view)
        if (!ended) continue
        // The times of the last visits are counted, too.
        await this.#reportStatus()
        return endOf(ended, view)
      }
    } finally {
      clearInterval(timer)
      this.#view = null
      this.#run.reject(new EventideError(RUN_OVER, 'The crawl has just ended'))
      await collection.store.close()
    }
  }

  pause(): void {
    this.#pauseControl.pause(systemClock.now())
    void this.#reportStatus()
  }

  resume(): void {
    this.#pauseControl.resume(systemClock.now())
    void this.#reportStatus()
  }

  /** Finishes the pages in progress. */
  stop(): void {
    if (this.#drain.signal.aborted) return
    this.#drain.abort()
    void this.#reportStatus()
  }

  /** Applies a change at once, except for options that require the run to be reopened: then the pages in progress are finished first. */
  async change(settings: CrawlSettings): Promise<void> {
    this.#settings = settings
    const run = await this.#run.promise
    const { requeued, needReopening } = await run.change(this.#specification())
    if (requeued > 0)
      this.#view?.notice(
        `The new scope includes ${counted(requeued, 'more link')}, which ${requeued === 1 ? 'is' : 'are'} queued again`,
      )
    if (needReopening.length > 0) {
      this.#view?.notice('Settings changed: the crawl continues with them after the pages in progress')
      this.#reopen.abort()
    }
    await this.#reportStatus()
  }

  async curate(order: CurationRequest): Promise<CurationEntry> {
    const run = await this.#run.promise
    try {
      const entry = await run.curate(order)
      await this.#view?.reload()
      return entry
    } finally {
      if (run.isTainted) this.#reopen.abort()
    }
  }

  /** Null before anything is open. */
  async live(): Promise<RunLive | null> {
    return this.#view?.live(this.#state()) ?? null
  }

  /** Null when the run is to be opened again. */
  async #crawl(collection: Collection, view: LiveView): Promise<EndOfRun | null> {
    this.#reopen = new AbortController()
    const run = await openRun(collection, this.#specification(), {
      seeds: this.#setup.seeds,
      defaults: this.#setup.web ? EXAMPLE_DEFAULTS : {},
      pauseControl: this.#pauseControl,
      whenStuck: this.#whenStuck,
      startedAt: this.#startedAt,
      visits: this.#log ? new VisitLog(this.#log, view) : view,
      onNotice: (text) => {
        view.notice(text)
        this.#log?.({ level: 'warn', event: 'notice', message: text })
      },
      onDiskPause: (pause) =>
        view.notice(pause ? 'Paused: the disk is too full' : 'Resumed: there is space on the disk again'),
    })
    try {
      await view.begin(run.stats)
      this.#hasBegun = true
      this.#run.resolve(run)
      void this.#reportStatus()
      const drain = AbortSignal.any([this.#drain.signal, this.#reopen.signal])
      const ended = await run.crawl({ drain })
      const isReopened = ended.end === 'stopped' && this.#reopen.signal.aborted
      return isReopened && !this.#drain.signal.aborted ? null : ended
    } finally {
      if (this.#hasBegun) this.#run = new Deferred()
      await run.close()
    }
  }

  /** The specification that now applies. */
  #specification(): CrawlSpecification {
    const { lookAgain, retryFailed, ...settings } = this.#settings
    return {
      ...firstSet(settings, this.#setup.network),
      // Once: not when the run is reopened.
      ...(lookAgain !== undefined && !this.#hasBegun && { lookAgain }),
      ...(retryFailed !== undefined && !this.#hasBegun && { retryFailed }),
      ...(this.#web !== null && { proxy: this.#web }),
    }
  }

  #state(): RunStatus['state'] {
    if (this.#drain.signal.aborted) return 'stopping'
    if (!this.#pauseControl.isPaused) return 'running'
    return (this.#view?.visits ?? 0) > 0 ? 'pausing' : 'paused'
  }

  async #reportStatus(): Promise<void> {
    const view = this.#view
    if (!view || !this.#hasBegun) return
    const status = await view.status(this.#state()).catch(() => null)
    if (status) this.#report(status)
  }
}

function endOf({ end, saturated }: EndOfRun, view: LiveView): RunEnd {
  const why = explainEnd(end, 'browser')
  const ended = saturated ? `${why} (${saturated.join('; ')})` : why
  return { ended: ended[0]?.toUpperCase() + ended.slice(1), errors: view.errors(), notices: view.notices() }
}
