// Time of search, facets, timeline and map over 100,000 kept pages: npx tsx bench/speed/library.ts [pages] [--keep folder]
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseEvent } from '../../src/event/event-file.ts'
import { countFacets } from '../../src/library/facets.ts'
import { mapOf } from '../../src/library/place-map.ts'
import { searchLibrary } from '../../src/library/search.ts'
import type { SearchQuery } from '../../src/library/search-query.ts'
import { type SearchedCollection, selectMatches } from '../../src/library/search-selections.ts'
import { timelineOf } from '../../src/library/timeline.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { strategyCatalog } from '../../src/score/strategy-spec.ts'
import type { PageRecord } from '../../src/store/records.ts'
import { Connection } from '../../src/store/sqlite/connection.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { indexTermsOf } from '../../src/text/terms.ts'
import { buildLibrary } from './library-collection.ts'

const pages = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000)
const keep = process.argv.includes('--keep') ? process.argv[process.argv.indexOf('--keep') + 1] : undefined
const ROUNDS = 5

const QUESTIONS: readonly (readonly [string, SearchQuery])[] = [
  ['empty box', { q: '' }],
  ['rare word', { q: 'quarantine', also: 'words' }],
  ['word on 2 %', { q: 'landslide', also: 'words' }],
  ['word on 8 %', { q: 'evacuation', also: 'words' }],
  ['word on 30 %', { q: 'rescue', also: 'words' }],
  ['word on 50 %', { q: 'government', also: 'words' }],
  ['word on 90 %', { q: 'typhoon', also: 'words' }],
  ['two common words', { q: 'typhoon government', also: 'words' }],
  ['three words', { q: 'typhoon rescue evacuation', also: 'words' }],
  ['phrase', { q: '"storm surge warning"', also: 'words' }],
  ['common, not common', { q: 'typhoon -government', also: 'words' }],
  ['only not', { q: '-typhoon', also: 'words' }],
  ['Chinese word', { q: '台风', also: 'words' }],
  ['Chinese phrase', { q: '救援人员', also: 'words' }],
  ['one character', { q: '灾', also: 'words' }],
  ['site', { q: 'rescue site:s1.example', also: 'words' }],
  ['filters only', { q: 'lang:zh kind:article from:2013-11 to:2013-12' }],
  ['place', { q: 'place:Philippines' }],
  ['word and place', { q: 'typhoon place:Philippines', also: 'words' }],
  ['near', { q: 'near:Tacloban within:50km' }],
  ['word near', { q: 'rescue near:Tacloban within:100km', also: 'words' }],
  ['who', { q: `who:ba` }],
  [
    'picked',
    { q: 'typhoon', lang: ['en'], kind: ['article'], site: ['s1.example', 's2.example'], also: 'words' },
  ],
  ['all verdicts', { q: 'typhoon verdict:all', also: 'words' }],
  ['visible map', { q: 'rescue', box: [120, 5, 130, 20], also: 'words' }],
]

const gazetteer = loadGazetteer()
const world = { places: gazetteer, strategies: strategyCatalog }
const folder = keep ?? (await mkdtemp(join(tmpdir(), 'eventide-library-')))
const path = join(folder, 'library.db')
if (!existsSync(path)) {
  const started = performance.now()
  await buildLibrary(path, gazetteer, { kept: pages, rejected: Math.round(pages / 4) })
  console.log(`built ${pages} kept pages in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
const store = await openSqliteStore(path, { readOnly: true })
const event = parseEvent('name: Bench\nwhat: [typhoon]\nwhere: [Philippines]', world)
const collection: SearchedCollection = { id: 'bench', event, store }

const results = new Map<string, { own: number[]; clock: number[] }>()
const slowest = { stall: 0 }
let last = performance.now()
const watch = setInterval(() => {
  slowest.stall = Math.max(slowest.stall, performance.now() - last - 1)
  last = performance.now()
}, 1)

const opening = performance.now()
const openingWork = process.cpuUsage()
await selectMatches([collection], { q: '' }, world)
const opened = process.cpuUsage(openingWork)
console.log(
  `columns of all pages read in ${((opened.user + opened.system) / 1000).toFixed(0)} ms of processor time, ${(performance.now() - opening).toFixed(0)} ms by the clock`,
)
console.log(`memory ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB RSS\n`)
slowest.stall = 0

console.log(
  'searchQuery'.padEnd(22),
  'pages'.padStart(8),
  ...['search', 'facets', 'timeline', 'map'].map((one) => one.padStart(10)),
  ' (median ms of processor time)',
)
for (const [name, searchQuery] of QUESTIONS) {
  const times = new Map<string, number[]>()
  let total = 0
  for (let round = 0; round < ROUNDS; round++) {
    // Another query each time, so that nothing is cached.
    const words = searchQuery.also === 'words'
    const other = (n: number) => (words ? `-zz${round}q${n}` : `-site:a${round}q${n}.invalid`)
    const query = { ...searchQuery, also: other(1) }
    const measure = async (what: string, work: () => Promise<unknown>) => {
      const started = performance.now()
      const worked = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(worked)
      const clock = performance.now() - started
      // On a busy machine, wall time includes other programs; processor time does not.
      const own = Math.min(clock, (user + system) / 1000)
      times.set(what, [...(times.get(what) ?? []), own])
      const all = results.get(what) ?? { own: [], clock: [] }
      all.own.push(own)
      all.clock.push(clock)
      results.set(what, all)
    }
    await measure('search', async () => {
      const reply = await searchLibrary(
        [collection],
        query,
        { sort: 'relevance', limit: 20, offset: 0 },
        world,
      )
      total = reply.total
    })
    const plain = { ...searchQuery, also: other(2) }
    await measure('facets', async () => countFacets(await selectMatches([collection], plain, world)))
    await measure('timeline', () => timelineOf([collection], query, 'auto', world))
    await measure('map', () => mapOf([collection], query, 50_000, world))
  }
  const cells = ['search', 'facets', 'timeline', 'map'].map((what) =>
    quantile(times.get(what) ?? [], 0.5)
      .toFixed(1)
      .padStart(10),
  )
  console.log(name.padEnd(22), String(total).padStart(8), ...cells)
}
clearInterval(watch)
console.log()
for (const [what, { own, clock }] of results) {
  const [p50, p95, clock95] = [quantile(own, 0.5), quantile(own, 0.95), quantile(clock, 0.95)]
  const shown = [p50, p95, Math.max(...own), clock95].map((ms) => ms.toFixed(1))
  console.log(
    what.padEnd(10),
    `p50 ${shown[0]}  p95 ${shown[1]}  max ${shown[2]}  p95 by the clock ${shown[3]} ms`,
  )
}
await indexingCost()
console.log(`longest stall of the event loop: ${slowest.stall.toFixed(0)} ms`)
await store.close()
if (keep === undefined) await rm(folder, { recursive: true })

/** The cost of indexing a rejected page: by title and summary, as the crawl does, and by its whole text. */
async function indexingCost(): Promise<void> {
  const sample = await store.catalogue.pages(Array.from({ length: 2_000 }, (_, i) => i + 1))
  for (const [how, textOf] of [
    ['title and summary', (page: PageRecord) => page.summary],
    ['whole text', (page: PageRecord) => page.text],
  ] as const) {
    const scratch = await mkdtemp(join(tmpdir(), 'eventide-index-'))
    const file = join(scratch, 'index.db')
    await (await openSqliteStore(file)).close()
    const before = (await stat(file)).size
    const connection = new Connection(file, false)
    const worked = process.cpuUsage()
    connection.transaction(() => {
      for (const page of sample) {
        const terms = (text: string) => indexTermsOf(text, page.language).join(' ')
        const values = [page.order, terms(page.title), terms(textOf(page))] as const
        connection.run('INSERT INTO rejected_terms (rowid, title, body) VALUES (?, ?, ?)', ...values)
      }
    })
    const { user, system } = process.cpuUsage(worked)
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    connection.close()
    const bytes = ((await stat(file)).size - before) / sample.length
    const ms = (user + system) / 1000 / sample.length
    console.log(`indexing by ${how}: ${ms.toFixed(2)} ms and ${bytes.toFixed(0)} bytes a page`)
    await rm(scratch, { recursive: true })
  }
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0
}
