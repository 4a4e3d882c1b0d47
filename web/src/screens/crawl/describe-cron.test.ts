import { describe, expect, it } from 'vitest'
import { describeCron, readCron } from './describe-cron.ts'

describe('describeCron', () => {
  it.each([
    ['* * * * *', 'every minute'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['5 * * * *', 'every hour at minute 5'],
    ['0 */6 * * *', 'every 6 hours'],
    ['0 6 * * *', 'every day at 06:00'],
    ['30 7 * * 1', 'every Monday at 07:30'],
    ['0 9 * * 1-5', 'every weekday at 09:00'],
    ['0 3 15 * *', 'on day 15 of every month at 03:00'],
  ])('%s', (cron, words) => expect(describeCron(cron)).toBe(words))

  it('returns null rather than a wrong description', () => {
    for (const cron of ['0 6 1-7 * 1', '0 6 * 3 *', '0,30 6 * * *', '@daily', '0 6 1 * 1', 'x'])
      expect(describeCron(cron)).toBeNull()
  })
})

describe('readCron', () => {
  const now = new Date('2026-03-27T12:00:00Z')

  it('lists the next runs in the given time zone, across a change of the clocks', () => {
    const reading = readCron('0 6 * * *', 'Europe/Berlin', now)
    expect(reading.ok && reading.runs.map((run) => run.toISOString())).toEqual([
      '2026-03-28T05:00:00.000Z',
      '2026-03-29T04:00:00.000Z',
      '2026-03-30T04:00:00.000Z',
    ])
  })

  it('reports an invalid expression and an unknown time zone, each for its field', () => {
    expect(readCron('0 25 * * *', 'UTC', now)).toMatchObject({
      ok: false,
      field: 'cron',
      message: expect.stringMatching(/^Not a valid cron expression/),
    })
    expect(readCron('0 6 * * *', 'Moon/Tranquility', now)).toMatchObject({ ok: false, field: 'timezone' })
    expect(readCron('', 'UTC', now)).toMatchObject({ ok: false, field: 'cron' })
  })

  it('has no runs for a date that never comes', () => {
    expect(readCron('0 0 30 2 *', 'UTC', now)).toMatchObject({ ok: true, runs: [] })
  })
})
