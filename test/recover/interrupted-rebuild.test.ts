import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { archiveOf, databaseOf } from '../../src/collection.ts'
import { eventContext } from '../../src/event-context.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { rebuildCollection } from '../../src/rebuild/rebuild-collection.ts'
import { resultOf, runCli } from '../support/run-cli.ts'
import { contentsOf } from './contents.ts'
import { crawlExample } from './small-collection.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** EVENTIDE_REBUILD_SEED=7 npx vitest run test/recover/interrupted-rebuild.test.ts */
const SEED = Number(process.env.EVENTIDE_REBUILD_SEED ?? 1)
const PAGES = 6
/** About how many disk calls it makes. */
const CALLS = 400
const BIN = join(import.meta.dirname, '../../bin/eventide.js')
const PRELOAD = join(import.meta.dirname, '../kill/kill-point.mjs')

let folder: string
let dir: string
/** The database before. */
let old: Buffer
let expected: Awaited<ReturnType<typeof contentsOf>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-interrupted-'))
  dir = await crawlExample(folder, PAGES, {
    after: async (run, store) => {
      const [page] = await store.latest(1)
      const at = new Date().toISOString()
      await run.curate({ target: { page: page!.id }, decision: 'rejected', reason: 'off topic', at })
    },
  })
  const whole = join(folder, 'whole')
  await cp(dir, whole, { recursive: true })
  await rebuildCollection(whole, eventContext, { readingWorkers: 0 })
  expected = await contentsOf(whole)
  // Seeds and decisions are in the database alone: the rebuilding must save them before it sets that aside.
  await truncate(join(dir, 'journal.jsonl'), (await readFile(join(dir, 'journal.jsonl'))).indexOf('\n') + 1)
  old = await readFile(databaseOf(dir))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function archiveDigest(collection: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(archiveOf(collection))).sort())
    hash.update(name).update(await readFile(join(archiveOf(collection), name)))
  return hash.digest('hex')
}

/** The old database, in its place or aside, is as it was. */
async function keepsOld(collection: string): Promise<boolean> {
  const names = await readdir(collection)
  const candidates = names.filter((name) => /^collection\.db(\.before-rebuild-\d+(-\d+)?)?$/.test(name))
  for (const name of candidates) if ((await readFile(join(collection, name))).equals(old)) return true
  return false
}

describe.skipIf(process.platform === 'win32')('recover --rebuild', () => {
  it(`killed again and again, loses nothing and gives the same collection in the end (seed ${SEED})`, async () => {
    const random = seededRandom(SEED)
    const when = () => (['before', 'torn', 'after'] as const)[Math.floor(random() * 3)]
    const anywhere = () => ({ n: 1 + Math.floor(random() * CALLS), when: when() })
    const kills = [
      anywhere(),
      anywhere(),
      // The old database is about to be set aside; it is, and the new one is not in its place; the new one is in its place.
      { name: 'rename', n: 1, when: 'before' },
      { name: 'rename', n: 1, when: 'after' },
      { name: 'rename', n: 1, when: 'after' },
    ]
    const own = join(folder, 'killed')
    await cp(dir, own, { recursive: true })
    const archive = await archiveDigest(own)
    for (const kill of kills) {
      const child = spawn(process.execPath, ['--import', PRELOAD, BIN, 'recover', own, '--rebuild'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, EVENTIDE_KILL_POINT: JSON.stringify(kill) },
      })
      const { code, err } = await resultOf(child)
      expect([JSON.stringify(kill), code, err]).toEqual([JSON.stringify(kill), null, ''])
      expect(await keepsOld(own), JSON.stringify(kill)).toBe(true)
      expect(await archiveDigest(own)).toBe(archive)
    }
    const { code, err } = await runCli(['recover', own, '--rebuild'])
    expect([code, err]).toEqual([0, ''])
    expect(await contentsOf(own)).toEqual(expected)
    expect(await keepsOld(own)).toBe(true)
    expect((await readdir(own)).filter((name) => name.includes('rebuilding'))).toEqual([])
  })

  it('on a full disk leaves everything as it was', async () => {
    const own = join(folder, 'full')
    await cp(dir, own, { recursive: true })
    const state = async () => [
      await archiveDigest(own),
      (await readdir(own)).filter((name) => !name.endsWith('.lock')),
    ]
    const before = await state()
    const limited = [
      '-c',
      `ulimit -f 200; exec "$0" "$@"`,
      process.execPath,
      BIN,
      'recover',
      own,
      '--rebuild',
    ]
    const { code, err } = await resultOf(spawn('bash', limited, { stdio: ['ignore', 'pipe', 'pipe'] }))
    expect(code, err).toBe(7)
    expect(err).toMatch(/collection\.db\.rebuilding: the disk .*run the same command again\n$/)
    expect((await readFile(databaseOf(own))).equals(old)).toBe(true)
    expect(await state()).toEqual(before)
    await rebuildCollection(own, eventContext, { readingWorkers: 0 })
    expect(await contentsOf(own)).toEqual(expected)
  })
})
