import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logLine, withoutSecrets } from './log.ts'
import { type LogFiles, RotatingFile } from './rotating-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-log-'))
})
afterEach(() => rm(folder, { recursive: true }))

const entries = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { n?: number; event: string; lines?: number })
const options = (maxSize: number, maxFiles: number) =>
  ({ file: join(folder, 'a.log'), format: 'json', maxSize, maxFiles }) as const

describe('a log file', () => {
  it('is rotated by size, without losing or cutting a line', () => {
    const log = new RotatingFile(options(1_000, 100))
    for (let n = 0; n < 200; n++) log.write({ level: 'info', event: 'page', n, url: 'x'.repeat(n % 70) })
    log.close()
    const names = readdirSync(folder)
    expect(names.length).toBeGreaterThan(15)
    for (const name of names) expect(readFileSync(join(folder, name)).length).toBeLessThanOrEqual(1_000)
    const oldestFirst = names.sort((a, b) => Number(b.split('.')[2] ?? 0) - Number(a.split('.')[2] ?? 0))
    expect(oldestFirst.flatMap((name) => entries(name).map(({ n }) => n))).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    )
  })

  it('keeps as many files as were asked for, the newest', () => {
    for (const [max, names] of [
      [1, ['a.log']],
      [3, ['a.log', 'a.log.1', 'a.log.2']],
    ] as const) {
      const log = new RotatingFile(options(200, max))
      for (let n = 0; n < 50; n++) log.write({ level: 'info', event: 'page', n })
      log.close()
      expect(readdirSync(folder).sort()).toEqual(names)
      expect(entries('a.log').at(-1)).toMatchObject({ n: 49 })
    }
  })

  it('is appended to by the next run, and a line longer than the limit has a file of its own', () => {
    for (const n of [1, 2]) {
      const log = new RotatingFile(options(10_000, 5))
      log.write({ level: 'info', event: 'page', n })
      log.close()
    }
    expect(entries('a.log').map(({ n }) => n)).toEqual([1, 2])
    const log = new RotatingFile(options(100, 5))
    log.write({ level: 'info', event: 'page', n: 3, url: 'y'.repeat(500) })
    log.close()
    expect(entries('a.log').map(({ n }) => n)).toEqual([3])
  })

  it('drops whole lines while the disk is full, and says how many afterwards', () => {
    let bytes = Buffer.alloc(0)
    let room = 200
    const files: LogFiles = {
      open: () => 1,
      size: () => bytes.length,
      write: (_, more) => {
        const n = Math.min(more.length, room - bytes.length)
        if (n <= 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        bytes = Buffer.concat([bytes, more.subarray(0, n)])
        return n
      },
      truncate: (_, size) => {
        bytes = bytes.subarray(0, size)
      },
      close: () => {},
      rename: () => {},
      remove: () => {},
    }
    const log = new RotatingFile(options(1_000_000, 5), files, () => 0)
    for (let n = 0; n < 10; n++) log.write({ level: 'info', event: 'page', n })
    room = 1_000_000
    log.write({ level: 'info', event: 'page', n: 10 })
    const lines = bytes.toString().trimEnd().split('\n')
    const read = lines.map((line) => JSON.parse(line) as { event: string; n?: number; lines?: number })
    const kept = read.filter(({ event }) => event === 'page').map(({ n }) => n)
    expect(kept).toEqual([0, 1, 10])
    expect(read[2]).toMatchObject({ event: 'dropped', lines: 8 })
  })
})

describe('a log line', () => {
  it('has time, level, event and the fields that apply', () => {
    const entry = {
      level: 'warn',
      event: 'failed',
      url: 'http://a.example/',
      ms: 3,
      error: undefined,
    } as const
    expect(JSON.parse(logLine(entry, new Date(0), 'json'))).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      event: 'failed',
      url: 'http://a.example/',
      ms: 3,
    })
    expect(logLine({ ...entry, url: 'a\nb' }, new Date(0), 'text')).toBe(
      '1970-01-01T00:00:00.000Z warn failed url="a\\nb" ms=3\n',
    )
  })

  it.each([
    ['https://ann:pass@a.example/x', 'https://***@a.example/x'],
    ['proxy http://u@p.example:80 refused', 'proxy http://***@p.example:80 refused'],
    ['http://a.example/?token=abc&page=2', 'http://a.example/?token=***&page=2'],
    ['http://a.example/?a=1&access_token=x.y', 'http://a.example/?a=1&access_token=***'],
    ['http://a.example/?X-Amz-Signature=ab12#x', 'http://a.example/?X-Amz-Signature=***#x'],
    ['http://a.example/#password=x', 'http://a.example/#password=***'],
    ['Authorization: Bearer abcdefgh.123', 'Authorization: Bearer ***'],
    ['http://a.example/keynote?keyword=storm', 'http://a.example/keynote?keyword=storm'],
  ])('hides credentials in %s', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown)
  })

  it('hides credentials in linear time', () => {
    const growth = [20_000, 80_000].map((n) => {
      const text = `http://${'a@'.repeat(n)}${'?token='.repeat(n)}${'bearer '.repeat(n)}`
      const before = process.cpuUsage()
      withoutSecrets(text)
      const { user, system } = process.cpuUsage(before)
      return user + system
    })
    expect(growth[1]! / Math.max(1_000, growth[0]!)).toBeLessThan(16)
  })
})
