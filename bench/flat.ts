/**
 * What a page costs early and late in one crawl of the example web, with the default strategy and the real store, no network:
 *
 *   npx tsx bench/flat.ts [--pages 200000] [--web 200000] [--windows 20] [--strategy adaptive]
 *
 * Processor time per page and stage in windows. Reading a page always costs the same, so it measures how fast the machine was: the last
 * column is the cost of a page relative to reading one, compared with the first window.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openForCrawl } from '../src/collection.ts'
import { seedItem } from '../src/crawl/links/link-items.ts'
import { LiveOptions } from '../src/crawl/live-options.ts'
import { emptyStats } from '../src/crawl/loop/stats.ts'
import { eventContext } from '../src/event-context.ts'
import { identityOf } from '../src/frontier/canonical-url.ts'
import { createScope, defaultRules } from '../src/frontier/scope/scope.ts'
import { NO_ARCHIVE } from '../src/lab/crawl/no-archive.ts'
import { VirtualClock } from '../src/lab/crawl/virtual-clock.ts'
import { createExampleWeb } from '../src/lab/web/example-web.ts'
import { createWebFetcher } from '../src/lab/web/web-fetcher.ts'
import { type PageInput, readPage } from '../src/page/read-page.ts'
import { runPipeline } from '../src/pipeline.ts'
import { createGeoparser } from '../src/place/geoparser.ts'
import { loadGazetteer } from '../src/place/load-gazetteer.ts'
import { seededRandom } from '../src/random/seeded-random.ts'
import { createStrategy, DEFAULT_STRATEGY } from '../src/score/registry.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '200000' },
    web: { type: 'string', default: '200000' },
    windows: { type: 'string', default: '20' },
    strategy: { type: 'string', default: DEFAULT_STRATEGY },
  },
})
const pages = Number(values.pages)
/** The first pages compile the program and fill its caches. */
const WARM_UP = 1_000
const windowPages = Math.ceil((pages - WARM_UP) / Number(values.windows))

const STAGES = ['fetch', 'read', 'judge', 'score', 'learn', 'select', 'claim', 'complete'] as const
type Stage = (typeof STAGES)[number]
const spent = new Map<Stage, number>()
/** Nested stages: their time is not counted for the outer stage. */
let inside = 0

function timed<Arguments extends unknown[], Result>(stage: Stage, work: (...given: Arguments) => Result) {
  return (...given: Arguments): Result => {
    const before = inside
    inside = 0
    const begun = cpuMs()
    try {
      return work(...given)
    } finally {
      const all = cpuMs() - begun
      spent.set(stage, (spent.get(stage) ?? 0) + all - inside)
      inside = before + all
    }
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Prints a line at the end of each window. */
class Windows {
  maxRatio = 0
  readonly #fetched: () => number
  #from = -1
  #cpu = 0
  #first = 0

  constructor(fetched: () => number) {
    this.#fetched = fetched
    const heads = ['to page', 'CPU ms/page', ...STAGES, 'other', 'RSS MB', 'in pages read', 'of the first']
    console.log(`| ${heads.join(' | ')} |\n|${'--:|'.repeat(heads.length)}`)
  }

  /** Ends a window when it is full, or when the crawl is over and it is at least half full. */
  look(full = windowPages): void {
    const fetched = this.#fetched()
    if (fetched < WARM_UP) return
    if (this.#from >= 0 && fetched - this.#from < full) return
    if (this.#from >= 0) this.#tell(fetched)
    this.#from = fetched
    this.#cpu = cpuMs()
    spent.clear()
  }

  #tell(fetched: number): void {
    const count = fetched - this.#from
    const whole = (cpuMs() - this.#cpu) / count
    const parts = STAGES.map((stage) => (spent.get(stage) ?? 0) / count)
    const reading = (spent.get('read') ?? 0) / count
    const answering = (spent.get('fetch') ?? 0) / count
    // The cost of the simulated web is not counted.
    const cost = (whole - answering) / reading
    if (this.#first === 0) this.#first = cost
    this.maxRatio = Math.max(this.maxRatio, cost / this.#first)
    const other = whole - parts.reduce((sum, part) => sum + part, 0)
    const cells = [whole, ...parts, other].map((ms) => ms.toFixed(2))
    const memory = (process.memoryUsage().rss / 2 ** 20).toFixed(0)
    console.log(
      `| ${[fetched, ...cells, memory, cost.toFixed(2), (cost / this.#first).toFixed(2)].join(' | ')} |`,
    )
  }
}

const web = createExampleWeb({ pages: Number(values.web) })
const folder = await mkdtemp(join(tmpdir(), 'eventide-flat-'))
try {
  const eventFile = join(folder, 'event.yaml')
  await writeFile(eventFile, web.event)
  const collection = await openForCrawl(
    join(folder, 'c'),
    { eventFile, seeds: web.seeds, specification: { delay: 0 } },
    eventContext,
  )
  await crawl(collection)
  await collection.store.close()
} finally {
  await rm(folder, { recursive: true })
}

async function crawl({ store: real, event }: Awaited<ReturnType<typeof openForCrawl>>): Promise<void> {
  const clock = new VirtualClock(Date.UTC(2026, 0, 1))
  real.claim = timed('claim', real.claim.bind(real))
  real.complete = timed('complete', real.complete.bind(real))
  const store = clock.trackVisits(real)
  await store.add(web.seeds.map((url) => seedItem(url)).filter((item) => item !== null))
  const strategy = createStrategy(values.strategy, { event, random: seededRandom(1), canonical: identityOf })
  strategy.judge = timed('judge', strategy.judge.bind(strategy))
  strategy.score = timed('score', strategy.score.bind(strategy))
  if (strategy.remember) strategy.remember = timed('learn', strategy.remember.bind(strategy))
  if (strategy.observe) strategy.observe = timed('learn', strategy.observe.bind(strategy))
  if (strategy.snapshot) strategy.snapshot = timed('learn', strategy.snapshot.bind(strategy))
  if (strategy.select) strategy.select = timed('select', strategy.select.bind(strategy))
  const geoparser = createGeoparser(loadGazetteer(), { favour: event.where.map(({ place }) => place) })
  const stats = emptyStats(0, 0, 0)
  const watch = new Windows(() => stats.fetched)
  const fetcher = createWebFetcher({ respond: timed('fetch', (url: string) => web.respond(url)) }, {})
  const parts = {
    store,
    archive: NO_ARCHIVE,
    fetcher,
    strategy,
    read: timed('read', (input: PageInput) => {
      watch.look()
      return readPage(input, { geoparser, now: new Date(clock.now()) })
    }),
    scope: createScope(defaultRules({ maxPerHost: pages, maxPerSource: pages })),
    clock,
    random: seededRandom(2),
    drawsAt: (fetched: number) => seededRandom(fetched),
  }
  const never = new AbortController().signal
  const options = new LiveOptions({ pages, delay: 0, patience: Number.POSITIVE_INFINITY })
  const end = await runPipeline(parts, options, stats, { drain: never, abandon: never })
  watch.look(windowPages / 2)
  console.log(
    `\n${stats.fetched} pages (${end}), ${stats.kept} kept; the most expensive window costs ${watch.maxRatio.toFixed(2)} times the first`,
  )
}
