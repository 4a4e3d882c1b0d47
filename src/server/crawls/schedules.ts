import { randomUUID } from 'node:crypto'
import type { CrawlSettingsChange } from '../../api/crawl-settings.ts'
import { type Clock, systemClock } from '../../crawl/clock.ts'
import { CRAWL_OPTIONS } from '../../model/crawl-options.ts'
import { EventideError } from '../../model/errors.ts'
import { checkTimes, MAX_COUNTED, nextTime, timesBetween } from './cron.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import type { CrawlSettings } from './protocol.ts'
import { editSchedules, readSchedules, type StoredSchedule } from './schedule-file.ts'
import { checkSettings } from './settings.ts'
import { changedSettings } from './stored-settings.ts'

/** The file is read this often, because `eventide schedule` may have changed it. */
const LOOK_EVERY_MS = 30_000
/** A time that passed longer ago than this is missed; after a shorter time, the run starts late. */
const LATE_MS = 5 * 60_000
/** A stored time further ahead than this was written while the clock was wrong. */
const MAX_AHEAD_MS = 5 * 60_000
/** Seeds, feeds and lists of a scheduled crawl are fetched again at each run, but not more often than this. */
const LOOK_AGAIN_MS = 60 * 60_000

interface NewSchedule {
  readonly collection: string
  readonly cron: string
  readonly timezone?: string | undefined
  readonly settings: CrawlSettingsChange
}

/** A schedule as it is shown to users. */
export interface Schedule extends Omit<StoredSchedule, 'until'> {
  readonly nextAt: string | null
}

interface SchedulesOptions {
  /** The served folder, which holds the file. */
  readonly folder: string
  /** Starts a crawl; rejects if it cannot be started. */
  readonly start: (collection: string, settings: CrawlSettings) => Promise<unknown>
  /** Whether the collection exists. */
  readonly exists: (collection: string) => Promise<boolean>
  /** Receives log lines about started and failed crawls. */
  readonly log: (line: string) => void
  /** Default: the time of day. */
  readonly clock?: Clock
}

/** Follows the clock of the machine when it is set, and counts the time that the machine sleeps: schedules are about the time of day. */
const TIME_OF_DAY: Clock = { now: () => Date.now(), wait: systemClock.wait }

/** Crawls that run repeatedly: stored in a file of the served folder, started while `run` is active. */
export class Schedules {
  readonly #options: SchedulesOptions
  readonly #clock: Clock
  readonly #mutex = new KeyedMutex()
  readonly #ended = new AbortController()
  #changed = new AbortController()
  #running: Promise<void> | null = null

  constructor(options: SchedulesOptions) {
    this.#options = options
    this.#clock = options.clock ?? TIME_OF_DAY
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
        throw new EventideError('no-collection', `There is no collection "${collection}" here`)
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
        throw new EventideError('no-schedule', `There is no schedule "${id}" here`)
      return [others, undefined]
    })
  }

  /** Starts crawls whenever they are due, until `stop`. */
  run(): void {
    this.#running ??= this.#loop()
  }

  /** Resolves when it has stopped. */
  get stopped(): Promise<void> {
    return this.#running ?? Promise.resolve()
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.stopped
  }

  /** Starts everything that is due now, and records what was missed. */
  async startDue(): Promise<void> {
    if ((await readSchedules(this.#options.folder)).length === 0) return
    const due = await this.#edit<StoredSchedule[]>(async (schedules) => {
      const looked = schedules.map((one) => this.#look(one))
      return [
        looked.map(({ schedule }) => schedule),
        looked.flatMap((one) => (one.isDue ? [one.schedule] : [])),
      ]
    })
    for (const one of due) await this.startNow(one.id)
  }

  /** Starts a schedule's crawl, due or not. */
  async startNow(id: string): Promise<Schedule> {
    const found = (await readSchedules(this.#options.folder)).find((one) => one.id === id)
    if (!found) throw new EventideError('no-schedule', `There is no schedule "${id}" here`)
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

  /** Evaluates the times since the last check: the last of them is due, or all were missed. */
  #look(stored: StoredSchedule): { schedule: StoredSchedule; isDue: boolean } {
    const now = this.#now()
    const schedule = this.#withoutFuture(stored, now)
    const { count, last } = timesBetween(schedule, new Date(schedule.until), now)
    if (!last) return { schedule, isDue: false }
    const looked = { ...schedule, until: now.toISOString() }
    const isDue = now.getTime() - last.getTime() <= LATE_MS
    const missed = isDue ? count - 1 : count
    if (missed === 0) return { schedule: looked, isDue }
    const note = `missed ${howOften(missed)} up to ${last.toISOString()}: schedules were not running${count < MAX_COUNTED ? '' : ', or the clock was wrong'}`
    this.#options.log(`${schedule.collection}: ${note}`)
    return { schedule: { ...looked, note }, isDue }
  }

  /** Times that are still to come cannot have been dealt with: the clock was wrong when they were stored. */
  #withoutFuture(schedule: StoredSchedule, now: Date): StoredSchedule {
    const isAhead = (time: string | null) => time !== null && Date.parse(time) > now.getTime() + MAX_AHEAD_MS
    const { until, lastAt } = schedule
    if (!isAhead(until) && !isAhead(lastAt)) return schedule
    const ahead = isAhead(until) ? until : lastAt
    const note = `the clock was wrong: a run was recorded for ${ahead}, which is in the future and is ignored`
    this.#options.log(`${schedule.collection}: ${note}`)
    return {
      ...schedule,
      note,
      until: isAhead(until) ? now.toISOString() : until,
      lastAt: isAhead(lastAt) ? null : lastAt,
    }
  }

  #shown({ until, ...schedule }: StoredSchedule): Schedule {
    const now = this.#clock.now()
    const from = Date.parse(until) > now + MAX_AHEAD_MS ? now : Date.parse(until)
    return { ...schedule, nextAt: nextTime(schedule, new Date(from))?.toISOString() ?? null }
  }

  #edit<T>(change: (schedules: StoredSchedule[]) => Promise<[StoredSchedule[], T]>): Promise<T> {
    return this.#mutex.run('', async () => {
      const { result, isChanged } = await editSchedules(this.#options.folder, change)
      if (isChanged) {
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

function howOften(times: number): string {
  if (times === 1) return 'once'
  return times < MAX_COUNTED - 1 ? `${times} times` : `at least ${times} times`
}

/** Without a budget per run, every run after the first would find the page budget used up. */
function withBudget(settings: CrawlSettings): CrawlSettings {
  const { pages, morePages } = settings
  return (pages ?? morePages) ? settings : { ...settings, morePages: CRAWL_OPTIONS.pages.default }
}

/** Without fetching seeds again, a crawl that has followed every link would find nothing new. */
function withLooks(settings: CrawlSettings): CrawlSettings {
  return { ...settings, lookAgain: settings.lookAgain ?? LOOK_AGAIN_MS }
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
