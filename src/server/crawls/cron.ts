import { Cron } from 'croner'
import { EventideError } from '../../model/errors.ts'

/** Missed times are counted up to this number. */
export const MAX_COUNTED = 1_000

/** When a schedule is due: cron syntax of five parts, or a name such as `@daily`, in a time zone. */
export interface Times {
  readonly cron: string
  readonly timezone: string
}

/** Refuses invalid cron syntax, an unknown time zone, and a time that never comes. */
export function checkTimes(times: Times, now: Date): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: times.timezone })
  } catch {
    throw new EventideError(
      'bad-timezone',
      `There is no time zone "${times.timezone}"; write a name such as Europe/Berlin or UTC`,
    )
  }
  if (nextTime(times, now) === null)
    throw new EventideError('bad-cron', `"${times.cron}" is a time that never comes; choose another`)
}

/** The first time after a moment; null when there is none. */
export function nextTime(times: Times, after: Date): Date | null {
  return cronOf(times).nextRun(after)
}

/** How many times lie between two moments, the later one included, up to `MAX_COUNTED`; and the last of them. */
export function timesBetween(times: Times, from: Date, to: Date): { count: number; last: Date | null } {
  const cron = cronOf(times)
  const { count, last, isAll } = walk(cron, from, to)
  return { count, last: isAll ? last : lastTime(cron, to) }
}

const HOUR_MS = 3_600_000
/** Spans in which the last time is looked for: each is long enough for a rarer schedule, and short for those found before it. */
const SPANS_MS = [1, 2 * 24, 70 * 24, 3 * 366 * 24, 60 * 366 * 24].map((hours) => hours * HOUR_MS)

/** The last time up to a moment. A clock that was wrong for a moment can leave decades to look through. */
function lastTime(cron: Cron, to: Date): Date | null {
  for (const span of SPANS_MS) {
    const { last } = walk(cron, new Date(to.getTime() - span), to)
    if (last) return last
  }
  return null
}

function walk(cron: Cron, from: Date, to: Date): { count: number; last: Date | null; isAll: boolean } {
  let last: Date | null = null
  let count = 0
  for (let next = cron.nextRun(from); next && next <= to; next = cron.nextRun(next)) {
    if (count === MAX_COUNTED) return { count, last, isAll: false }
    last = next
    count++
  }
  return { count, last, isAll: true }
}

function cronOf({ cron, timezone }: Times): Cron {
  try {
    return new Cron(cron, { timezone, paused: true, mode: '5-part' })
  } catch (cause) {
    throw new EventideError(
      'bad-cron',
      `"${cron}" is not a time in cron syntax: write minute, hour, day of month, month and day of week, such as "0 6 * * 1-5"`,
      { cause },
    )
  }
}
