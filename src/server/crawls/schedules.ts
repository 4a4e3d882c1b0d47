import { randomUUID } from 'node:crypto'
import type { CrawlSettingsChange } from '../../api/crawl-settings.ts'
import { type Clock, systemClock } from '../../crawl/clock.ts'
import { CRAWL_OPTIONS } from '../../model/crawl-options.ts'
import { EventideError } from '../../model/errors.ts'
import { checkTimes, nextTime, timesBetween } from './cron.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import type { CrawlSettings } from './protocol.ts'
import { readSchedules, type StoredSchedule, writeSchedules } from './schedule-file.ts'
import { checkSettings } from './settings.ts'
import { changedSettings } from './stored-settings.ts'

/** The file is looked at this often: `eventide schedule` may have changed it. */
const LOOK_EVERY_MS = 30_000
/** A time that passed unnoticed longer ago than this is missed; more recently, the run is late. */
const LATE_MS = 5 * 60_000
/** Seeds, feeds and lists of a scheduled crawl are fetched again at each run, but not more often than this. */
const LOOK_AGAIN_MS = 60 * 60_000

interface NewSchedule {
  readonly collection: string
  readonly cron: string
  readonly timezone?: string | undefined
  readonly settings: CrawlSettingsChange
}

/** A schedule as everybody is shown it. */
export interface Schedule extends Omit<StoredSchedule, 'until'> {
  readonly nextAt: string | null
}

interface SchedulesOptions {
  /** The served folder, which holds the file. */
  readonly folder: string
  /** Starts a crawl; rejects when it cannot be. */
  readonly start: (collection: string, settings: CrawlSettings) => Promise<unknown>
  /** Whether there is such a collection. */
  readonly exists: (collection: string) => Promise<boolean>
  /** Told what was started, and what was not. */
  readonly log: (line: string) => void
  readonly clock?: Clock
}

/** Crawls that run repeatedly: kept in a file of the served folder, started while `run` is active. */
export class Schedules {
  readonly #options: SchedulesOptions
  readonly #clock: Clock
  readonly #mutex = new KeyedMutex()
  readonly #ended = new AbortController()
  #changed = new AbortController()
  #running: Promise<void> | null = null

  constructor(options: SchedulesOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  async list(): Promise<Schedule[]> {
    return (await readSchedules(this.#options.folder)).map((one) => this.#shown(one))
  }

  add({ collection, cron, timezone = ownZone(), ...given }: NewSchedule): Promise<Schedule> {
    const now = this.#now()
    const settings = changedSettings({}, given.settings)
    checkTimes({ cron, timezone }, now)
    checkSettings(settings)
    return this.#edit(async (schedules) => {
      if (!(await this.#options.exists(collection)))
        throw new EventideError('no-collection', `there is no collection "${collection}" here`)
      const added: StoredSchedule = {
        id: randomUUID().slice(0, 8),
        collection,
        cron,
        timezone,
        settings: withBudget(settings),
        until: now.toISOString(),
        lastAt: null,
        note: null,
      }
      return [[...schedules, added], this.#shown(added)]
    })
  }

  remove(id: string): Promise<void> {
    return this.#edit(async (schedules) => {
      const others = schedules.filter((one) => one.id !== id)
      if (others.length === schedules.length)
        throw new EventideError('no-schedule', `there is no schedule "${id}" here`)
      return [others, undefined]
    })
  }

  /** Starts what is due, now and whenever something is, until `stop`. */
  run(): void {
    this.#running ??= this.#loop()
  }

  /** Resolves when nothing is run any more. */
  get stopped(): Promise<void> {
    return this.#running ?? Promise.resolve()
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.stopped
  }

  /** Starts everything that is due at this moment, and notes what was missed. */
  async startDue(): Promise<void> {
    const due = await this.#edit<StoredSchedule[]>(async (schedules) => {
      const looked = schedules.map((one) => this.#look(one))
      return [
        looked.map(({ schedule }) => schedule),
        looked.flatMap((one) => (one.isDue ? [one.schedule] : [])),
      ]
    })
    for (const one of due) await this.startNow(one.id)
  }

  /** Whether it is due or not. */
  async startNow(id: string): Promise<Schedule> {
    const found = (await readSchedules(this.#options.folder)).find((one) => one.id === id)
    if (!found) throw new EventideError('no-schedule', `there is no schedule "${id}" here`)
    const lastAt = this.#now().toISOString()
    const note = await this.#options.start(found.collection, withLooks(found.settings)).then(
      () => null,
      (error: unknown) => `not started: ${error instanceof Error ? error.message : String(error)}`,
    )
    this.#options.log(`${found.collection}: ${note ?? 'the scheduled crawl was started'}`)
    return this.#edit(async (schedules) => {
      const noted = { ...found, lastAt, note }
      return [schedules.map((one) => (one.id === id ? { ...one, lastAt, note } : one)), this.#shown(noted)]
    })
  }

  async #loop(): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      const changed = this.#changed.signal
      await this.startDue().catch((error: unknown) => this.#options.log((error as Error).message))
      const schedules = await this.list().catch(() => [])
      const now = this.#clock.now()
      const next = Math.min(
        ...schedules.map(({ nextAt }) => (nextAt ? Date.parse(nextAt) : Number.POSITIVE_INFINITY)),
      )
      const ms = Math.min(Math.max(next - now, 0), LOOK_EVERY_MS)
      if (!changed.aborted) await this.#clock.wait(ms, AbortSignal.any([signal, changed]))
    }
  }

  /** What became of the times since the last look: the last of them is due, or all were missed. */
  #look(schedule: StoredSchedule): { schedule: StoredSchedule; isDue: boolean } {
    const now = this.#now()
    const { count, last } = timesBetween(schedule, new Date(schedule.until), now)
    if (!last) return { schedule, isDue: false }
    const looked = { ...schedule, until: now.toISOString() }
    const isDue = now.getTime() - last.getTime() <= LATE_MS
    const missed = isDue ? count - 1 : count
    if (missed === 0) return { schedule: looked, isDue }
    const note = `missed ${missed === 1 ? 'once' : `${missed} times`} up to ${last.toISOString()}: schedules were not running`
    this.#options.log(`${schedule.collection}: ${note}`)
    return { schedule: { ...looked, note }, isDue }
  }

  #shown({ until, ...schedule }: StoredSchedule): Schedule {
    return { ...schedule, nextAt: nextTime(schedule, new Date(until))?.toISOString() ?? null }
  }

  #edit<T>(change: (schedules: StoredSchedule[]) => Promise<[StoredSchedule[], T]>): Promise<T> {
    return this.#mutex.run('', async () => {
      const { folder } = this.#options
      const before = await readSchedules(folder)
      const [after, result] = await change(before)
      if (JSON.stringify(after) !== JSON.stringify(before)) {
        await writeSchedules(folder, after)
        const changed = this.#changed
        this.#changed = new AbortController()
        changed.abort()
      }
      return result
    })
  }

  #now(): Date {
    return new Date(this.#clock.now())
  }
}

/** Without a budget every run after the first would find its pages used up. */
function withBudget(settings: CrawlSettings): CrawlSettings {
  const { pages, morePages } = settings
  return (pages ?? morePages) ? settings : { ...settings, morePages: CRAWL_OPTIONS.pages.default }
}

/** Without it a crawl that has followed every link would find nothing new, however often it ran. */
function withLooks(settings: CrawlSettings): CrawlSettings {
  return { ...settings, lookAgain: settings.lookAgain ?? LOOK_AGAIN_MS }
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
