import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventideError } from '../../model/errors.ts'
import { timesBetween } from './cron.ts'
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

  it('are stored in a file', async () => {
    const { schedules } = open()
    await Promise.all([schedules.add(DAILY), schedules.add({ ...DAILY, cron: '@weekly' })])
    const file = join(folder, 'schedules.json')
    expect(JSON.parse(await readFile(file, 'utf8')).schedules).toHaveLength(2)
  })

  it.each(['{"schedules": [{"id": "../x"}]}', '', '{"schedules": [', '[]', 'null', '\0'.repeat(64), '{}'])(
    'in a damaged file (%j) are named and never replaced',
    async (text) => {
      const file = join(folder, 'schedules.json')
      await writeFile(file, text)
      const { schedules } = open()
      const uses = [
        () => schedules.list(),
        () => schedules.add(DAILY),
        () => schedules.remove('1f0c2a9b'),
        () => schedules.startNow('1f0c2a9b'),
        () => schedules.startDue(),
      ]
      for (const use of uses)
        await expect(use()).rejects.toMatchObject({
          code: 'bad-schedules',
          message: expect.stringContaining(`${file} is not a list of schedules`),
        })
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )

  it('do not need a lock file that can be read', async () => {
    await writeFile(join(folder, 'schedules.json.lock'), 'no lock at all '.repeat(100))
    await open().schedules.add(DAILY)
    expect(await open().schedules.list()).toHaveLength(1)
  })

  it.each(['2099-01-01T00:00:00Z', '2040-01-01T00:00:00Z', '2026-03-28T12:20:00Z'])(
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

  it('start on time after a clock that was at 2000, while they were looked at or added', async () => {
    const { id } = await open().schedules.add(DAILY)
    now = Date.parse('2000-01-01T00:00:00Z')
    await open().schedules.startDue()
    await open().schedules.startNow(id)
    const other = await open().schedules.add({ ...DAILY, collection: 'other' })
    expect(other.nextAt).toBe('2000-01-01T05:00:00.000Z')
    started = []
    // The clock is set right at the moment at which both are due.
    now = Date.parse('2026-03-29T04:00:30Z')
    await open().schedules.startDue()
    expect(started.map((line) => line.split(' ')[1])).toEqual(['haiyan', 'other'])
    for (const { note, nextAt } of await open().schedules.list())
      expect([note, nextAt]).toEqual([null, '2026-03-30T04:00:00.000Z'])
    expect(log.join('\n')).toContain('missed at least 999 times')
    expect(log.join('\n')).toContain('or the clock was wrong')
  })

  it.each([
    ['* * * * *', '2026-03-28T11:59:00.000Z'],
    ['0 6 * * *', '2026-03-28T05:00:00.000Z'],
    ['0 0 1 * *', '2026-02-28T23:00:00.000Z'],
    ['0 0 29 2 *', '2024-02-28T23:00:00.000Z'],
  ])('find the last time of %s in a quarter of a century', (cron, last) => {
    const times = { cron, timezone: 'Europe/Berlin' }
    const { last: found } = timesBetween(
      times,
      new Date('2000-01-01T00:00:00Z'),
      new Date('2026-03-28T11:59:30Z'),
    )
    expect(found?.toISOString()).toBe(last)
  })

  it('follow the clock of the machine when it is set', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2000-01-01T00:00:00Z') })
    try {
      const schedules = new Schedules({
        folder,
        start: async (collection) => started.push(collection),
        exists: async () => true,
        log: (line) => log.push(line),
      })
      await schedules.add(DAILY)
      vi.setSystemTime(Date.parse('2026-03-29T04:00:30Z'))
      await schedules.startDue()
      expect(started).toEqual(['haiyan'])
    } finally {
      vi.useRealTimers()
    }
  })

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
