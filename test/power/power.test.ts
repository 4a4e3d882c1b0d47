import { execFileSync, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { brokenInvariants } from '../kill/invariants.ts'
import { createIslandWeb } from '../kill/island-web.ts'
import { type WatchedWeb, watch } from '../kill/watched-web.ts'
import { resultOf, runCli } from '../support/run-cli.ts'
import { type DiskCall, readJournal } from './disk-journal.ts'
import { DiskModel } from './disk-model.ts'

/** EVENTIDE_POWER_MOMENTS=1000 npx vitest run test/power; EVENTIDE_POWER_SEED=7 draws other moments. */
const MOMENTS = Number(process.env.EVENTIDE_POWER_MOMENTS ?? 100)
const SEED = Number(process.env.EVENTIDE_POWER_SEED ?? 1)
/** Every so many moments the crawl is finished from what the power failure left. */
const RESUMED = 12

const BIN = join(import.meta.dirname, '../../bin/eventide.js')
const SOURCE = join(import.meta.dirname, 'recording-disk.c')

/** The recorder is compiled here: a machine without a C compiler cannot run this test. */
const compiler = process.platform === 'linux' ? compilerOf() : null
if (!compiler) console.warn('test/power is skipped: it needs Linux and a C compiler (cc)')

function compilerOf(): string | null {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return 'cc'
  } catch {
    return null
  }
}

/** Violated guarantees; a collection that cannot be opened violates them all. */
async function brokenAt(collection: string): Promise<string[]> {
  return brokenInvariants(collection, 0).catch((error: unknown) => [String(error)])
}

/** Seeds are what people typed: they are safe before anything is archived. */
async function lostSeeds(collection: string): Promise<string[]> {
  if (!existsSync(join(collection, 'archive'))) return []
  const store = await openSqliteStore(join(collection, 'collection.db'), { readOnly: true }).catch(() => null)
  const known = await Promise.all(createIslandWeb().seeds.map((seed) => store?.explain(seed)))
  await store?.close()
  return known.includes(undefined) ? ['the seeds are lost'] : []
}

describe.skipIf(!compiler)('2 a power failure, which loses whatever was not synced', () => {
  let folder: string
  let root: string
  let web: WatchedWeb
  let calls: readonly DiskCall[]

  const crawl = (collection: string, ...more: string[]) => [
    ...['crawl', collection, '--event', join(folder, 'event.yaml'), '--seeds', join(folder, 'seeds.txt')],
    ...['--proxy', `http://127.0.0.1:${web.port}`, '--contact', 'test@example.org', '--delay', '0'],
    ...['--concurrency', '4', '--pages', '1000', '--min-free', '0B', '--quiet', '--json', ...more],
  ]

  beforeAll(async () => {
    folder = realpathSync(await mkdtemp(join(tmpdir(), 'eventide-power-')))
    root = join(folder, 'disk')
    const islands = createIslandWeb()
    web = await watch(islands)
    await writeFile(join(folder, 'event.yaml'), islands.event)
    await writeFile(join(folder, 'seeds.txt'), islands.seeds.join('\n'))
    const recorder = join(folder, 'recording-disk.so')
    execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', recorder, SOURCE, '-ldl', '-lpthread'])
    execFileSync('mkdir', [root])
    const env = {
      ...process.env,
      LD_PRELOAD: recorder,
      EVENTIDE_DISK_ROOT: root,
      EVENTIDE_DISK_LOG: join(folder, 'journal'),
      UV_USE_IO_URING: '0',
    }
    for (const more of [[], ['--look-again', '0s']]) {
      const child = spawn(process.execPath, [BIN, ...crawl(join(root, 'collection'), ...more)], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env,
      })
      const { code, err } = await resultOf(child)
      expect(code, err).toBe(0)
    }
    calls = readJournal(await readFile(join(folder, 'journal')))
  }, 300_000)

  afterAll(async () => {
    await web?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is modelled by a disk that, when nothing is lost, holds what the real one does', async () => {
    const disk = new DiskModel(root)
    for (const call of calls) disk.apply(call)
    const copy = join(folder, 'whole')
    // The first draws choose to keep everything.
    await disk.lose(copy, () => 0)
    for (const name of ['event.yaml', 'collection.db'])
      expect(
        (await readFile(join(copy, 'collection', name))).equals(
          await readFile(join(root, 'collection', name)),
        ),
        name,
      ).toBe(true)
    expect(calls.filter(({ op }) => op === 'sync').length).toBeGreaterThan(20)
  })

  it(`leaves a collection that keeps every guarantee, at ${MOMENTS} moments (seed ${SEED})`, async () => {
    const random = seededRandom(SEED)
    const moments = Array.from({ length: MOMENTS }, () => 1 + Math.floor(random() * calls.length)).sort(
      (a, b) => a - b,
    )
    const disk = new DiskModel(root)
    const problems: string[] = []
    let done = 0
    for (const [nth, moment] of moments.entries()) {
      for (; done < moment; done++) disk.apply(calls[done] as DiskCall)
      const left = join(folder, `left-${nth}`)
      await disk.lose(left, random)
      const collection = join(left, 'collection')
      const what = `moment ${nth}, call ${moment} of ${calls.length}`
      const broken = [...(await lostSeeds(collection)), ...(await brokenAt(collection))]
      problems.push(...broken.map((problem) => `${what}: ${problem}`))
      if (nth % RESUMED === 0) {
        const { code, out, err } = await runCli(crawl(collection))
        if (code !== 0) problems.push(`${what}: the next crawl ended with ${code}: ${err}`)
        else if (JSON.parse(out).fetched !== createIslandWeb().size) problems.push(`${what}: pages are lost`)
        problems.push(...(await brokenAt(collection)).map((one) => `${what}, resumed: ${one}`))
      }
      await rm(left, { recursive: true, force: true })
    }
    expect(problems).toEqual([])
  }, 600_000)
})
