import { Cron } from 'croner'
import { EventideError } from '../../model/errors.ts'

/** Missed times are counted up to this number. */
const MAX_COUNTED = 1_000

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

/** How many times lie between two moments, the later one included, and the last of them. */
export function timesBetween(times: Times, from: Date, to: Date): { count: number; last: Date | null } {
  const cron = cronOf(times)
  let last: Date | null = null
  let count = 0
  for (let next = cron.nextRun(from); next && next <= to && count < MAX_COUNTED; next = cron.nextRun(next)) {
    last = next
    count++
  }
  return { count, last }
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
