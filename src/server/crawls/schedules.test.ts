import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EventideError } from '../../model/errors.ts'
import { Schedules } from './schedules.ts'

let folder: string
let now: number
let started: string[]
let log: string[]
let refuse: string | null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-schedules-'))
  now = Date.parse('2026-03-28T12:00:00Z')
  started = []
  log = []
  refuse = null
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A clock that advances only by waiting, up to `end`. */
function open(end = Number.NEGATIVE_INFINITY) {
  const schedules: Schedules = new Schedules({
    folder,
    clock: {
      now: () => now,
      wait: async (ms) => {
        now += ms
        if (now >= end) void schedules.stop()
      },
    },
    start: async (collection, settings) => {
      if (refuse) throw new EventideError('crawl-running', refuse)
      started.push(`${new Date(now).toISOString()} ${collection} ${JSON.stringify(settings)}`)
    },
    exists: async (collection) => collection !== 'nowhere',
    log: (line) => void log.push(line),
  })
  return { schedules }
}

const DAILY = { collection: 'haiyan', cron: '0 6 * * *', timezone: 'Europe/Berlin', settings: {} }

describe('schedules', () => {
  it('are due in the time of their zone, also across a change to summer time, each with its own budget', async () => {
    const added = await open().schedules.add(DAILY)
    expect(added).toMatchObject({ nextAt: '2026-03-29T04:00:00.000Z', lastAt: null, note: null })
    for (const day of ['2026-03-29', '2026-03-30']) {
      now = Date.parse(`${day}T03:58:10Z`)
      const { schedules } = open(Date.parse(`${day}T04:01:00Z`))
      schedules.run()
      await schedules.stopped
    }
    const { schedules } = open()
    expect(started).toEqual([
      '2026-03-29T04:00:00.000Z haiyan {"morePages":1000,"lookAgain":3600000}',
      '2026-03-30T04:00:00.000Z haiyan {"morePages":1000,"lookAgain":3600000}',
    ])
    expect(await schedules.list()).toMatchObject([
      { id: added.id, lastAt: '2026-03-30T04:00:00.000Z', nextAt: '2026-03-31T04:00:00.000Z', note: null },
    ])
  })

  it('record times missed while schedules were not running, without catching up', async () => {
    await open().schedules.add({ ...DAILY, settings: { pages: 9 } })
    now += 4 * 24 * 3_600_000
    const { schedules } = open()
    await schedules.startDue()
    expect(started).toEqual([])
    const [one] = await schedules.list()
    expect(one?.note).toBe('missed 4 times up to 2026-04-01T04:00:00.000Z: schedules were not running')
    expect(one?.nextAt).toBe('2026-04-02T04:00:00.000Z')
    expect(log).toEqual([`haiyan: ${one?.note}`])
    // A few minutes late does not count as missed.
    now = Date.parse('2026-04-02T04:03:00Z')
    await schedules.startDue()
    await schedules.startDue()
    expect(started).toEqual(['2026-04-02T04:03:00.000Z haiyan {"pages":9,"lookAgain":3600000}'])
  })

  it('record why a crawl could not be started, and continue', async () => {
    const { schedules } = open()
    const { id } = await schedules.add(DAILY)
    refuse = 'it is still running'
    expect(await schedules.startNow(id)).toMatchObject({ note: 'not started: it is still running' })
    refuse = null
    expect(await schedules.startNow(id)).toMatchObject({ note: null, lastAt: new Date(now).toISOString() })
    await schedules.remove(id)
    await expect(schedules.remove(id)).rejects.toMatchObject({ code: 'no-schedule' })
    await expect(schedules.startNow(id)).rejects.toMatchObject({ code: 'no-schedule' })
    expect(await schedules.list()).toEqual([])
  })

  it.each([
    [{ cron: '61 * * * *' }, 'bad-cron', /61.*cron syntax/],
    [{ cron: 'every day' }, 'bad-cron', /cron syntax/],
    [{ cron: '* * * * * *' }, 'bad-cron', /cron syntax/],
    [{ cron: '0 0 30 2 *' }, 'bad-cron', /never comes/],
    [{ timezone: 'Nowhere/Land' }, 'bad-timezone', /Europe\/Berlin/],
    [{ collection: 'nowhere' }, 'no-collection', /nowhere/],
    [{ settings: { strategy: '__proto__' } }, 'unknown-strategy', /known:/],
  ])('refuse %j with a message', async (wrong, code, message) => {
    const { schedules } = open()
    const adding = (async () => schedules.add({ ...DAILY, ...wrong }))()
    await expect(adding).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    expect(await schedules.list()).toEqual([])
  })

  it('are stored in a file; a damaged one is named', async () => {
    const { schedules } = open()
    await Promise.all([schedules.add(DAILY), schedules.add({ ...DAILY, cron: '@weekly' })])
    const file = join(folder, 'schedules.json')
    expect(JSON.parse(await readFile(file, 'utf8')).schedules).toHaveLength(2)
    await writeFile(file, '{"schedules": [{"id": "../x"}]}')
    await expect(schedules.list()).rejects.toMatchObject({ code: 'bad-schedules' })
  })

  it.each(['2040-01-01T00:00:00Z', '2026-03-28T12:20:00Z'])(
    'are due again after a clock that was once at %s, which is reported',
    async (wrong) => {
      const added = await open().schedules.add(DAILY)
      const right = now
      now = Date.parse(wrong)
      await open().schedules.startDue()
      await open().schedules.startNow(added.id)
      now = right
      started = []
      await open().schedules.startDue()
      expect(log.join('\n')).toContain('the clock was wrong')
      expect(await open().schedules.list()).toMatchObject([
        {
          nextAt: '2026-03-29T04:00:00.000Z',
          lastAt: null,
          note: expect.stringContaining('clock was wrong'),
        },
      ])
      now = Date.parse('2026-03-29T04:00:30Z')
      await open().schedules.startDue()
      expect(started).toHaveLength(1)
    },
  )

  it('shows when one that was added with a wrong clock is due', async () => {
    const right = now
    now = Date.parse('2040-01-01T00:00:00Z')
    await open().schedules.add(DAILY)
    now = right
    expect(await open().schedules.list()).toMatchObject([{ nextAt: '2026-03-29T04:00:00.000Z' }])
  })

  it('are all kept when several change the file at the same time', async () => {
    const adding = Array.from({ length: 12 }, () => open().schedules.add(DAILY))
    const added = await Promise.all(adding)
    await Promise.all(added.slice(0, 4).map(({ id }) => open().schedules.remove(id)))
    const left = (await open().schedules.list()).map(({ id }) => id)
    expect(left.sort()).toEqual(
      added
        .slice(4)
        .map(({ id }) => id)
        .sort(),
    )
  })
})
