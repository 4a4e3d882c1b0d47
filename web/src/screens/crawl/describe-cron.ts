import { Cron } from 'croner'

/** A cron expression as the server reads it (with the same parser): its next runs, or what is wrong with it. */
export type CronReading =
  | { readonly ok: true; readonly runs: readonly Date[]; readonly words: string | null }
  | { readonly ok: false; readonly field: 'cron' | 'timezone'; readonly message: string }

const SHOWN_RUNS = 3
const BAD_CRON =
  'Not a valid cron expression. Use five fields: minute, hour, day, month, weekday, such as 0 6 * * *.'
const BAD_ZONE = 'Unknown time zone. Choose one of the list, such as Europe/Berlin.'
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function readCron(cron: string, timezone: string, now: Date): CronReading {
  if (!isTimeZone(timezone)) return { ok: false, field: 'timezone', message: BAD_ZONE }
  try {
    const job = new Cron(cron, { timezone, paused: true, mode: '5-part' })
    return { ok: true, runs: job.nextRuns(SHOWN_RUNS, now), words: describeCron(cron) }
  } catch {
    return { ok: false, field: 'cron', message: BAD_CRON }
  }
}

/** Common expressions in words; null for others, which are explained by their next runs. */
export function describeCron(cron: string): string | null {
  const parts = cron.trim().split(/\s+/)
  if (parts.length !== 5) return null
  const [minute, hour, dayOfMonth, month, weekday] = parts as [string, string, string, string, string]
  if (month !== '*') return null
  const everyDay = dayOfMonth === '*' && weekday === '*'
  const step = /^\*\/(\d{1,2})$/
  if (everyDay && hour === '*') {
    if (minute === '*') return 'every minute'
    const every = step.exec(minute)
    if (every) return `every ${every[1]} minutes`
    return isNumber(minute) ? `every hour at minute ${Number(minute)}` : null
  }
  const everyHours = step.exec(hour)
  if (everyDay && everyHours && isNumber(minute)) return `every ${everyHours[1]} hours`
  if (!isNumber(minute) || !isNumber(hour)) return null
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (everyDay) return `every day at ${time}`
  if (dayOfMonth === '*') {
    if (weekday === '1-5') return `every weekday at ${time}`
    const day = isNumber(weekday) ? WEEKDAYS[Number(weekday)] : undefined
    return day === undefined ? null : `every ${day} at ${time}`
  }
  if (weekday === '*' && isNumber(dayOfMonth)) return `on day ${Number(dayOfMonth)} of every month at ${time}`
  return null
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const isNumber = (part: string) => /^\d{1,2}$/.test(part)
