/**
 * A long crawl of the example web with faults, through the real pipeline, store and archive: is memory flat, is any
 * page lost, are there unhandled rejections? The web is crawled to its end or to `--pages`; time is simulated, so waits
 * cost nothing. `--network` more pages go over real sockets first, with the same faults.
 *
 *   npx tsx bench/soak.ts [--pages 100000] [--network 2000] [--faults 0.05] [--strategy adaptive] [--folder /tmp]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { verifyArchive } from '../src/archive/verify.ts'
import { openArchive } from '../src/archive/warc-writer.ts'
import { openForCrawl } from '../src/collection.ts'
import { systemClock } from '../src/crawl/clock.ts'
import { seedItem } from '../src/crawl/links/link-items.ts'
import { LiveOptions } from '../src/crawl/live-options.ts'
import { boundHeapRoom } from '../src/crawl/loop/heap-room.ts'
import { emptyStats } from '../src/crawl/loop/stats.ts'
import { expectedCaptures } from '../src/crawl/recovery/expected-captures.ts'
import { createEgress } from '../src/fetch/egress.ts'
import { identityOf } from '../src/frontier/canonical-url.ts'
import { createScope, defaultRules } from '../src/frontier/scope/scope.ts'
import { VirtualClock } from '../src/lab/crawl/virtual-clock.ts'
import { createExampleWeb } from '../src/lab/web/example-web.ts'
import { type PageInput, readPage } from '../src/page/read-page.ts'
import { runPipeline } from '../src/pipeline.ts'
import { createGeoparser } from '../src/place/geoparser.ts'
import { loadGazetteer } from '../src/place/load-gazetteer.ts'
import { seededRandom } from '../src/random/seeded-random.ts'
import { createStrategy, DEFAULT_STRATEGY } from '../src/score/registry.ts'
import { strategyCatalog } from '../src/score/strategy-spec.ts'
import { accountOf } from './soak-account.ts'
import { Faults, faultyFetcher, serveFaulty } from './soak-faults.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    network: { type: 'string', default: '2000' },
    faults: { type: 'string', default: '0.05' },
    strategy: { type: 'string', default: DEFAULT_STRATEGY },
    folder: { type: 'string', default: tmpdir() },
  },
})
const pages = Number(values.pages)
const MIB = 2 ** 20
const NOW = Date.UTC(2026, 0, 1)
/** Caches of bounded size are full after so many pages; from then on memory must not grow by more than this from the second quarter to the last. */
const SETTLED_PAGES = 10_000
const MAX_GROWTH = 1.15

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

// The same limit as in every crawl.
boundHeapRoom()

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))
process.on('uncaughtException', (error) => unhandled.push(error))

const web = createExampleWeb({ pages })
const world = { places: loadGazetteer(), strategies: strategyCatalog }
const folder = await mkdtemp(join(values.folder, 'eventide-soak-'))

interface Memory {
  /** Memory in use: objects and buffers after a garbage collection. */
  readonly held: number
  /** Resident memory of the process. */
  readonly rss: number
}

/** A separate thread returns freed heap pages to the system after a garbage collection. */
const UNMAPPING_MS = 200

async function memoryNow(name: string, fetched: number): Promise<Memory> {
  // Without it the figure would include garbage.
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  await new Promise((resolve) => setTimeout(resolve, UNMAPPING_MS))
  const { rss, heapTotal } = process.memoryUsage()
  const memory = { held: (heapUsed + external) / MIB, rss: rss / MIB }
  console.error(
    `${name}: ${fetched} pages, MiB: held ${memory.held.toFixed(0)}, RSS ${memory.rss.toFixed(0)}, ` +
      `of it heap ${(heapTotal / MIB).toFixed(0)}`,
  )
  return memory
}

/** Medians of the four quarters of a run. */
function quarters(samples: readonly number[]): number[] {
  const size = Math.ceil(samples.length / 4)
  return [0, 1, 2, 3].map((quarter) => {
    const sorted = samples.slice(quarter * size, (quarter + 1) * size).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  })
}

/** Crawls into a new collection and prints the result; false if an invariant is violated. */
async function soak(name: string, maxPages: number, network: boolean): Promise<boolean> {
  const eventFile = join(folder, 'event.yaml')
  await writeFile(eventFile, web.event)
  const collection = await openForCrawl(
    join(folder, name),
    { eventFile, seeds: web.seeds, specification: { delay: 0 } },
    world,
  )
  const { event, archiveDir } = collection
  const faults = new Faults(Number(values.faults))
  const virtual = new VirtualClock(NOW)
  const clock = network ? systemClock : virtual
  const store = network ? collection.store : virtual.trackVisits(collection.store)
  const server = network ? await serveFaulty(web, faults) : null
  const fetcher = server
    ? createEgress({ proxy: server.url, contact: 'soak@example.org', limits: { headersMs: 2_000 } })
    : faultyFetcher(web, faults, () => new Date(clock.now()))
  const archive = await openArchive(archiveDir, { software: 'soak', event: event.name, userAgent: 'soak' })
  const random = seededRandom(1)
  const strategy = createStrategy(values.strategy, { event, random, canonical: identityOf })
  const geoparser = createGeoparser(loadGazetteer(), { favour: event.where.map((where) => where.place) })
  const stats = emptyStats(0, 0)
  const samples: Promise<Memory>[] = []
  const read = (input: PageInput) => {
    if (stats.fetched >= (samples.length + 1) * (maxPages / 20)) samples.push(memoryNow(name, stats.fetched))
    return readPage(input, { geoparser, now: new Date(NOW) })
  }
  const parts = {
    store,
    archive,
    fetcher,
    strategy,
    read,
    clock,
    random,
    drawsAt: (n: number) => seededRandom(n),
  }
  const scope = createScope(defaultRules({ maxPerHost: Math.max(2_000, maxPages) }))
  const patience = network ? 5_000 : Number.POSITIVE_INFINITY
  const options = new LiveOptions(
    { pages: maxPages, patience, tunnel: 1_000, ...(network && { delay: 0 }) },
    network ? { backOffMs: 50 } : {},
  )
  await store.add(web.seeds.flatMap((url) => seedItem(url) ?? []))
  const never = new AbortController().signal
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const begun = performance.now()
  delay.enable()
  const end = await runPipeline({ ...parts, scope }, options, stats, { drain: never, abandon: never })
  delay.disable()
  const seconds = (performance.now() - begun) / 1000
  await fetcher.close()
  await archive.close()
  await server?.close()
  const problems = [
    ...(await collection.store.check()),
    ...(await accountOf(collection.store, web, faults, end)),
  ]
  const verification = verifyArchive(archiveDir, expectedCaptures(collection.store))
  for await (const { level, code, what } of verification)
    if (level === 'error') problems.push(`${code}: ${what}`)
  const counts = await collection.store.counts()
  await collection.store.close()
  const met = [...faults.met].map(([fault, n]) => `${fault} ${n}`).join(', ')
  const memory = await Promise.all(samples)
  const growth = [
    { figure: 'held', all: quarters(memory.map(({ held }) => held)) },
    { figure: 'RSS', all: quarters(memory.map(({ rss }) => rss)) },
  ]
  for (const { figure, all } of growth) {
    const [, second = 0, , last = 0] = all
    if (maxPages >= SETTLED_PAGES && last > MAX_GROWTH * second)
      problems.push(
        `memory grows: ${figure} ${second.toFixed(0)} MiB in the second quarter, ${last.toFixed(0)} in the last`,
      )
  }
  const memorySaid = growth.map(({ figure, all }) => `${figure} ${all.map((n) => n.toFixed(0)).join(', ')}`)
  console.log(
    `${name}: ${stats.fetched} pages (${end}) in ${seconds.toFixed(0)} s; ${JSON.stringify(counts)}\n` +
      `  faults met: ${met}\n  not fetched: ${[...stats.failures].map(([code, n]) => `${code} ${n}`).join(', ')}\n` +
      `  MiB in the four quarters: ${memorySaid.join('; ')}; ` +
      `event loop delay ms p50 ${(delay.percentile(50) / 1e6).toFixed(1)} p99 ${(delay.percentile(99) / 1e6).toFixed(1)} max ${(delay.max / 1e6).toFixed(0)}\n` +
      `  archive: ${JSON.stringify(verification.summary)}\n  problems: ${problems.length}`,
  )
  for (const problem of problems.slice(0, 20)) console.log(`    ${problem}`)
  return problems.length === 0
}

const sound = [
  Number(values.network) > 0 ? await soak('network', Number(values.network), true) : true,
  await soak('memory', pages, false),
]
await rm(folder, { recursive: true })
// Timers and sockets of the run must be closed by now.
await new Promise((resolve) => setImmediate(resolve))
const left = process.getActiveResourcesInfo().filter((name) => !/^(TTY|Pipe|Tick|Immediate)/.test(name))
console.log(`unhandled rejections ${unhandled.length}; open handles at the end: ${left.join(', ') || 'none'}`)
for (const reason of unhandled.slice(0, 5)) console.log(reason)
process.exitCode = sound.every(Boolean) && unhandled.length === 0 && left.length === 0 ? 0 : 1
