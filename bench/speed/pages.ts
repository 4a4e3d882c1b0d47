// Time of sources, graph, summary, compare and export over large collections: npx tsx bench/speed/pages.ts [--keep folder]
// Processor time, and the maxTurn time for which nothing else could run: wall-clock time depends on what else the machine does.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseEvent } from '../../src/event/event-file.ts'
import { compareCollections } from '../../src/library/compare.ts'
import { parquet } from '../../src/library/export/parquet.ts'
import { type ExportedCollection, wholeCollections } from '../../src/library/export/selection.ts'
import { jsonLines } from '../../src/library/export/text-formats.ts'
import { viewPage } from '../../src/library/page-view.ts'
import { sourceGraph } from '../../src/library/source-graph.ts'
import { summaryOf } from '../../src/library/summary/collection-summary.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { strategyCatalog } from '../../src/score/strategy-spec.ts'
import { item, pageOutcome, request } from '../../src/store/conformance/bed.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

const URLS = 1_000_000
const SOURCES = 10_000
const PAGES = 20_000
const DETAILED = 2_000
const AT_ONCE = 5_000

const keep = process.argv.includes('--keep') ? process.argv[process.argv.indexOf('--keep') + 1] : undefined
const folder = keep ?? (await mkdtemp(join(tmpdir(), 'eventide-pages-')))
await mkdir(folder, { recursive: true })
const random = seededRandom(7)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const SUBJECTS = [
  'The typhoon',
  'A storm surge',
  'The flood',
  'Heavy rain',
  'The landslide',
  'The evacuation',
]
const VERBS = ['reached', 'destroyed', 'cut off', 'closed', 'flooded', 'spared', 'damaged', 'isolated']
const OBJECTS = [
  'the harbour',
  'the airport',
  'the coastal road',
  'two schools',
  'the old market',
  'many homes',
]
const ENDS = [
  'officials said',
  'the governor told reporters',
  'according to the coast guard',
  'residents said',
]
const DAYS = Array.from({ length: 60 }, (_, i) =>
  new Date(Date.UTC(2013, 10, 1 + i)).toISOString().slice(0, 10),
)

function sentence(): string {
  const about = `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)} near Tacloban and left ${Math.floor(random() * 900)} people`
  return `${about} without ${pick(['water', 'power', 'shelter', 'food'])} on ${pick(['Friday', 'Sunday', 'Monday'])}, ${pick(ENDS)}.`
}

function textOf(sentences: number): string {
  return Array.from({ length: sentences }, (_, i) => sentence() + (i % 3 === 2 ? '\n' : ' ')).join('')
}

/** Pages with links among them, and what a frontier holds besides. */
async function build(
  path: string,
  pages: number,
  urls: number,
  sources: number,
  sentences: number,
): Promise<void> {
  const store = await openSqliteStore(path, { now: () => 0 })
  const address = (n: number) => `https://www.s${n % sources}.example/news/${n}`
  const batch = (from: number, to: number, score: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => item(address(from + i), { score }))
  for (let at = 0; at < pages; at += AT_ONCE) await store.add(batch(at, Math.min(pages, at + AT_ONCE), 0.9))
  for (let done = 0; done < pages; ) {
    const leases = await store.claim(request({ n: 64, now: done }))
    for (const lease of leases) {
      const relevant = random() < 0.5 || pages === DETAILED
      const page = { text: textOf(sentences), title: sentence(), published: pick(DAYS), places: [TACLOBAN] }
      const verdict = { relevant, relevance: relevant ? 0.5 + random() / 2 : random() / 2 }
      const links = [1, 2, 3].map(() =>
        item(address(Math.floor(random() * pages)), { parent: lease.id, depth: 1 }),
      )
      const textDigest = `sha256:${lease.id}`
      await store.complete(lease, pageOutcome(page, verdict, { textDigest }), links, { notBefore: 0 })
    }
    done += leases.length
  }
  for (let at = pages; at < urls; at += AT_ONCE) await store.add(batch(at, Math.min(urls, at + AT_ONCE), 0.3))
  await store.close()
}

const TACLOBAN = { id: 'gn:1683772', name: 'Tacloban', lat: 11.24, lon: 125, count: 3 }

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  let maxTurn = 0
  let last = performance.now()
  const watch = setInterval(() => {
    maxTurn = Math.max(maxTurn, performance.now() - last - 1)
    last = performance.now()
  }, 1)
  const cpu = process.cpuUsage()
  const started = performance.now()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)
  const figures = [(user + system) / 1_000, performance.now() - started, maxTurn].map((ms) =>
    ms.toFixed(0).padStart(7),
  )
  console.log(`${name.padEnd(44)}${figures.join('')}`)
}

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}

const gazetteer = loadGazetteer()
const event = parseEvent('name: Bench\nwhat: [typhoon, storm surge]\nwhere: [Tacloban]\nwhen: 2013-11-03', {
  places: gazetteer,
  strategies: strategyCatalog,
})
const opened = async (
  name: string,
  ...sizes: [number, number, number, number]
): Promise<ExportedCollection> => {
  const path = join(folder, `${name}.db`)
  if (!existsSync(path)) await build(path, ...sizes)
  const store: Store = await openSqliteStore(path, { readOnly: true })
  return { id: name, event, archiveDir: folder, store }
}
const wide = await opened('wide', PAGES, URLS, SOURCES, 4)
const detailed = await opened('detailed', DETAILED, DETAILED, 200, 20)

console.log(`${'milliseconds'.padEnd(44)}    cpu   wall maxTurn turn`)
await measure(`sources: ${URLS} URLs of ${SOURCES}, first time`, () => wide.store.reads.sources())
await measure('sources again, without the cache', () => wide.store.reads.sources())
const tallies = await wide.store.reads.sources()
await measure('graph of sources, 300 nodes', async () => sourceGraph(tallies, 300))
await measure('graph of pages, 300 nodes', () => wide.store.reads.graph(300))
await measure('graph of pages, 2,000 nodes', () => wide.store.reads.graph(2_000))
await measure('summary of 2,000 pages, first time', () => summaryOf(detailed, 20))
await measure('summary of 2,000 pages', () => summaryOf(detailed, 20))
await measure('summary of 10,000 kept pages', () => summaryOf(wide, 20))
await measure('compare both', () => compareCollections([wide, detailed], gazetteer))
await measure('page view, first time', () => viewPage(detailed, 1, ''))
await measure('page view', () => viewPage(detailed, 2, ''))
await measure(`export ${PAGES} pages as JSON lines`, () =>
  drain(jsonLines(wholeCollections([wide], { all: true }).pages())),
)
await measure(`export ${PAGES} pages as Parquet`, () =>
  drain(parquet(wholeCollections([wide], { all: true }).pages())),
)
await Promise.all([wide, detailed].map(({ store }) => store.close()))
if (!keep) await rm(folder, { recursive: true, force: true })
