import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { databaseOf, openCollection, openForCrawl } from '../../src/collection.ts'
import { recoverCollection } from '../../src/crawl/recovery/recover-collection.ts'
import { eventContext } from '../../src/event-context.ts'
import { searchLibrary } from '../../src/library/search.ts'
import { EventideError } from '../../src/model/errors.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { crawlExample } from './small-collection.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const CASES = Number(process.env.EVENTIDE_DAMAGE_CASES ?? 1000)
const PAGE = 8192
/** Every so many cases, the whole collection is recovered too, which reads its archive. */
const RECOVERED = 20

let folder: string
let dir: string
let sound: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-damage-'))
  dir = await crawlExample(folder, 6)
  sound = await readFile(databaseOf(dir))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const within = (random: () => number, n: number) => Math.floor(random() * n)

const DAMAGES: readonly ((random: () => number) => Buffer)[] = [
  // Single bits, anywhere or in the header, where each of them matters.
  (random) => flipped(random, sound.length, 1 + within(random, 64)),
  (random) => flipped(random, 200, 1 + within(random, 4)),
  (random) => flipped(random, 3 * PAGE, 1 + within(random, 16)),
  (random) => sound.subarray(0, within(random, sound.length)),
  (random) => sound.subarray(0, PAGE * within(random, sound.length / PAGE)),
  (random) => withPages(random, (damaged, a, b) => sound.copy(damaged, a, b, b + PAGE)),
  (random) =>
    withPages(random, (damaged, a, b) => {
      sound.copy(damaged, a, b, b + PAGE)
      sound.copy(damaged, b, a, a + PAGE)
    }),
  (random) => withPages(random, (damaged, a) => damaged.fill(0, a, a + PAGE)),
  (random) =>
    withPages(random, (damaged, a) => {
      for (let at = a; at < a + PAGE; at++) damaged[at] = within(random, 256)
    }),
  // What a cell begins with: lengths and types.
  (random) =>
    withPages(random, (damaged, a) => damaged.writeUInt8(within(random, 256), a + within(random, 64))),
]

function flipped(random: () => number, below: number, bits: number): Buffer {
  const damaged = Buffer.from(sound)
  for (let i = 0; i < bits; i++) {
    const at = within(random, below)
    damaged[at] = (damaged[at] as number) ^ (1 << within(random, 8))
  }
  return damaged
}

function withPages(random: () => number, change: (damaged: Buffer, a: number, b: number) => void): Buffer {
  const damaged = Buffer.from(sound)
  const pages = sound.length / PAGE
  change(damaged, PAGE * within(random, pages), PAGE * within(random, pages))
  return damaged
}

async function useAll(at: string, recovers: boolean): Promise<void> {
  const collection = await openCollection(at, eventContext)
  try {
    const { store } = collection
    await attempt(() => store.check())
    await attempt(async () => {
      const named = [{ ...collection, id: 'c' }]
      await searchLibrary(named, { q: 'storm' }, { sort: 'relevance', limit: 5, offset: 0 }, eventContext)
    })
    await attempt(async () => {
      for await (const _ of store.pages({ all: true }));
      for await (const _ of store.captures());
    })
  } finally {
    await collection.store.close()
  }
  if (!recovers) return
  const writing = await openForCrawl(at, { seeds: [] }, eventContext)
  try {
    await recoverCollection(writing)
  } finally {
    await writing.store.close()
  }
}

/** An error a user can act on is an answer; anything else fails the case. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof EventideError)) throw error
    expect(error.message).not.toMatch(/SQLITE|undefined|\bat .*:\d+/)
  })
}

/** A folder with the sound collection, of which only the database is replaced from case to case. */
async function damagedCopy(name: string, database: Buffer, isFresh: boolean): Promise<string> {
  const copy = join(folder, name)
  if (isFresh) {
    await rm(copy, { recursive: true, force: true })
    await cp(dir, copy, { recursive: true })
  }
  for (const end of ['-wal', '-shm']) await rm(`${databaseOf(copy)}${end}`, { force: true })
  await writeFile(databaseOf(copy), database)
  return copy
}

it(`answers or says what is wrong with any of ${CASES} damaged databases`, async () => {
  const failures = new Map<string, string>()
  for (let n = 0; n < CASES; n++) {
    const random = seededRandom(n + 1)
    const damage = DAMAGES[n % DAMAGES.length]!
    const recovers = n % RECOVERED === 7
    const copy = await damagedCopy(recovers ? 'recovered' : 'read', damage(random), recovers || n === 0)
    await attempt(() => useAll(copy, recovers)).catch((error: Error) => {
      const where = (error.stack ?? '').split('\n').find((line) => line.includes('/src/')) ?? ''
      failures.set(`${error.name}: ${error.message} ${where.trim()}`, `case ${n}`)
    })
  }
  expect([...failures].map(([what, which]) => `${which}: ${what}`)).toEqual([])
})
