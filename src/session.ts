import { recoverArchive } from './archive/recover.ts'
import { type Archive, openArchive } from './archive/warc-writer.ts'
import type { Collection } from './collection.ts'
import { systemClock } from './crawl/clock.ts'
import { seedItem } from './crawl/link-items.ts'
import type { CrawlEnd } from './crawl/loop.ts'
import type { CrawlOptions } from './crawl/parts.ts'
import { type CrawlStats, emptyStats } from './crawl/stats.ts'
import type { Fetcher } from './fetch/fetcher.ts'
import { ROBOTS_AGENT, userAgent } from './fetch/user-agent.ts'
import { identityOf } from './frontier/canonical-url.ts'
import { createScope, defaultRules, type ScopeOptions } from './frontier/scope/scope.ts'
import type { NewItem } from './model/crawl.ts'
import { EventideError } from './model/errors.ts'
import { seededRandom } from './model/random.ts'
import { type PageInput, readPage } from './page/read-page.ts'
import { runPipeline, type StopSignals } from './pipeline.ts'
import { loadGazetteer } from './place/gazetteer.ts'
import { createGeoparser } from './place/geoparser.ts'
import { createStrategy } from './score/registry.ts'

export interface SessionOptions {
  readonly strategy: string
  readonly seeds: readonly string[]
  readonly scope: ScopeOptions
  readonly crawl: CrawlOptions
  readonly contact?: string
  /** Whatever chance decides is decided from this number, so that a crawl can be repeated. */
  readonly randomSeed: number
}

export interface SessionEnd {
  readonly end: CrawlEnd
  readonly stats: CrawlStats
  /** Why the strategy expects nothing more of the event; null while it does. */
  readonly exhausted: readonly string[] | null
}

/** Who wants to know how a session goes. */
export interface SessionWatcher {
  /** Everything is open; the numbers change while the crawl runs. */
  readonly started?: (stats: CrawlStats) => void
  /** Something a user should be told. */
  readonly notice?: (text: string) => void
}

/** Read before the crawl starts, so that dictionaries are loaded while no host is kept waiting. */
const FIRST_PAGE: PageInput = {
  url: 'http://localhost/',
  contentType: 'text/html',
  body: Buffer.from(
    '<p>The first page is read before the first request, so that the second is read at once.</p>',
  ),
}

/** Opens everything one run of a crawl needs, runs it, and closes what it opened. Store and fetcher are borrowed. */
export async function runSession(
  collection: Collection,
  fetcher: Fetcher,
  options: SessionOptions,
  stop: StopSignals,
  watcher: SessionWatcher = {},
): Promise<SessionEnd> {
  const { store, event } = collection
  await addSeeds(collection, options.seeds)
  await mendArchive(collection, watcher)
  const random = seededRandom(options.randomSeed)
  const strategy = createStrategy(options.strategy, { event, random, canonical: identityOf })
  const geoparser = createGeoparser(loadGazetteer(), { favour: event.where.map((where) => where.place) })
  const counts = await store.counts()
  const stats = emptyStats(counts.fetched, counts.kept)
  const archive = await openCollectionArchive(collection, options)
  try {
    const { when } = event
    const near = when.start === undefined ? undefined : { from: when.start, to: when.end ?? when.start }
    const read = (input: PageInput) => readPage(input, { geoparser, now: new Date(systemClock.now()), near })
    read(FIRST_PAGE)
    watcher.started?.(stats)
    const parts = {
      store,
      archive,
      fetcher,
      strategy,
      read,
      scope: createScope(defaultRules(options.scope)),
      clock: systemClock,
      random,
      drawsAt: (fetched: number) => seededRandom(options.randomSeed + fetched),
    }
    const end = await runPipeline(parts, options.crawl, stats, stop)
    return { end, stats, exhausted: strategy.exhausted?.() ?? null }
  } finally {
    await archive.close()
  }
}

/** Puts in order what a killed run left behind, and says so. */
async function mendArchive({ store, archiveDir }: Collection, { notice }: SessionWatcher): Promise<void> {
  for (const { file, state, cut } of await recoverArchive(archiveDir, {
    exclusive: true,
    knownEnds: await store.archiveEnds(),
  })) {
    if (cut)
      notice?.(
        `${file}: an incomplete record at its end was cut off (${cut.bytes} bytes, kept as ${cut.keptAs}); its page is fetched again`,
      )
    if (state === 'short')
      notice?.(`${file} ends before the last record the collection knows of: run eventide verify`)
  }
}

async function addSeeds({ store, event }: Collection, given: readonly string[]): Promise<void> {
  const items: NewItem[] = []
  for (const url of [...event.seeds, ...given]) {
    const item = seedItem(url)
    if (!item)
      throw new EventideError(
        'bad-seed',
        `the seed ${url.slice(0, 200)} is not an address that can be crawled`,
      )
    items.push(item)
  }
  await store.add(items)
}

function openCollectionArchive({ archiveDir, event }: Collection, options: SessionOptions): Promise<Archive> {
  const agent = userAgent(options.contact)
  return openArchive(archiveDir, {
    software: agent.split(' ')[0] ?? ROBOTS_AGENT,
    event: event.name,
    operator: options.contact,
    userAgent: agent,
  })
}
