import { type Archive, openArchive } from './archive/warc-writer.ts'
import type { Collection } from './collection.ts'
import { systemClock } from './crawl/clock.ts'
import { seedItem } from './crawl/links/link-items.ts'
import { LiveScope } from './crawl/links/live-scope.ts'
import { followScope } from './crawl/links/scope-change.ts'
import { DEFAULT_MIN_FREE, type DiskPause, DiskWatch } from './crawl/loop/disk-watch.ts'
import { boundHeapRoom } from './crawl/loop/heap-room.ts'
import type { CrawlEnd } from './crawl/loop/loop.ts'
import { type CrawlStats, emptyStats } from './crawl/loop/stats.ts'
import type { Valve } from './crawl/loop/valve.ts'
import type { VisitWatch } from './crawl/loop/visit-watch.ts'
import { Curator } from './crawl/memory/curator.ts'
import { EarlierCopies } from './crawl/memory/earlier-copies.ts'
import { recordStrategy } from './crawl/memory/strategy-memory.ts'
import type { CrawlMemories, CrawlOptions } from './crawl/parts.ts'
import { openPageReader } from './crawl/reading/page-reader.ts'
import type { Rendering } from './crawl/reading/page-views.ts'
import { mendAfterCrash } from './crawl/recovery/mend.ts'
import type { Fetcher } from './fetch/fetcher.ts'
import { userAgent } from './fetch/user-agent.ts'
import { identityOf } from './frontier/canonical-url.ts'
import type { ScopeOptions } from './frontier/scope/scope.ts'
import { spanOf } from './frontier/traps/url-span.ts'
import type { NewItem } from './model/crawl.ts'
import { EventideError } from './model/errors.ts'
import { ROBOTS_AGENT } from './model/robots.ts'
import type { ReadingLimits } from './page/limits.ts'
import { runPipeline, type StopSignals } from './pipeline.ts'
import { loadGazetteer } from './place/load-gazetteer.ts'
import { seededRandom } from './random/seeded-random.ts'
import { createRenderer } from './render/renderer.ts'
import { createStrategy } from './score/registry.ts'

export interface SessionOptions {
  readonly strategy: string
  readonly seeds: readonly string[]
  readonly scope: ScopeOptions
  readonly crawl: CrawlOptions
  /** What one reading may cost; unset limits have their defaults. */
  readonly reading?: Partial<ReadingLimits>
  readonly contact?: string
  /** Which pages are shown in a browser before they are read; none by default. */
  readonly render?: 'auto' | 'never' | 'always'
  /** Path of the Chromium to use; the first one found without it. */
  readonly chromium?: string
  /** Bytes of the collection's disk that must stay free; with less the crawl pauses. Default: `DEFAULT_MIN_FREE`. */
  readonly minFree?: number
  /** Threads that read pages; 0: none but the main one. Default: one for each core but one. */
  readonly readingWorkers?: number
  /** Pages that lead to others are asked for again where they were last asked for longer ago than this. Unset: none is. */
  readonly lookAgainMs?: number
  /** Holds the crawl up for as long as somebody wants it to pause. */
  readonly valve?: Valve
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
  /** The disk is too full to go on; null when there is room again. */
  readonly paused?: (pause: DiskPause | null) => void
  /** What each visit does. */
  readonly visits?: VisitWatch
  /** For whoever steers it: told once, before the first visit. */
  readonly steering?: (controls: SessionControls) => void
}

/** How a session is steered while it runs. Its crawl options are read anew whenever they are needed: changing them there is enough. */
export interface SessionControls {
  readonly curator: Curator
  /** Another scope from now on; says how many links wait again for it. */
  rescope(options: ScopeOptions): Promise<number>
}

/** Opens everything one run of a crawl needs, runs it, and closes what it opened. Store and fetcher are borrowed. */
export async function runSession(
  collection: Collection,
  fetcher: Fetcher,
  options: SessionOptions,
  stop: StopSignals,
  watcher: SessionWatcher = {},
): Promise<SessionEnd> {
  boundHeapRoom()
  const { store, event } = collection
  await addSeeds(collection, options.seeds)
  await mendArchive(collection, watcher)
  await lookAgain(collection, options, watcher)
  const scope = new LiveScope(options.scope, await store.curatedSources())
  await followScope(store, scope, options.scope)
  const random = seededRandom(options.randomSeed)
  const strategy = createStrategy(options.strategy, { event, random, canonical: identityOf })
  await recordStrategy(store, strategy)
  const counts = await store.counts()
  const stats = emptyStats(counts.fetched, counts.kept, counts.copies)
  const rendering = openRendering(collection, fetcher, options, watcher)
  const archive = await openCollectionArchive(collection, options)
  const { when } = event
  const near = when.start === undefined ? undefined : { from: when.start, to: when.end ?? when.start }
  const favour = event.where.map((where) => where.place)
  const { reading: limits, readingWorkers } = options
  const reader = openPageReader({ gazetteer: loadGazetteer(), favour, near, limits }, readingWorkers)
  try {
    watcher.started?.(stats)
    const parts = {
      store,
      archive,
      fetcher,
      strategy,
      read: reader.read,
      scope,
      clock: systemClock,
      eventDays: near && (spanOf(near.from, near.to) ?? undefined),
      earlier: await EarlierCopies.of(store, collection.archiveDir),
      disk: watchDisk(collection, options, stats, watcher),
      rendering,
      valve: options.valve,
      watch: watcher.visits,
      remembered: (memories: CrawlMemories) => {
        const rescope = (options: ScopeOptions) => {
          scope.change(options)
          return followScope(store, scope, options)
        }
        watcher.steering?.({ curator: new Curator({ store, scope, stats, ...memories }), rescope })
      },
      random,
      drawsAt: (fetched: number) => seededRandom(options.randomSeed + fetched),
    }
    const end = await runPipeline(parts, options.crawl, stats, stop)
    return { end, stats, exhausted: strategy.exhausted?.() ?? null }
  } finally {
    await reader.close()
    await rendering?.renderer.close()
    await archive.close()
  }
}

/** Starts no browser: the first page that needs one does. */
function openRendering(
  { event }: Collection,
  fetcher: Fetcher,
  { render: when = 'never', chromium, contact, scope }: SessionOptions,
  { notice }: SessionWatcher,
): Rendering | undefined {
  if (when === 'never') return undefined
  const { languages } = event
  const renderer = createRenderer({ fetcher, agent: userAgent(contact), languages, chromium, notice })
  return { renderer, when, denyHosts: scope.deny }
}

function watchDisk(
  { dir }: Collection,
  { minFree = DEFAULT_MIN_FREE }: SessionOptions,
  stats: CrawlStats,
  watcher: SessionWatcher,
): DiskWatch {
  const told = (pause: DiskPause | null) => {
    stats.paused = pause && 'disk low'
    watcher.paused?.(pause)
  }
  return new DiskWatch({ path: dir, minFree, now: systemClock.now, told })
}

/** Puts in order what a killed run left behind, and says so. */
async function mendArchive(collection: Collection, { notice }: SessionWatcher): Promise<void> {
  const { files, requeued } = await mendAfterCrash(collection)
  for (const { file, state, cut } of files) {
    if (cut)
      notice?.(
        `${file}: an incomplete record at its end was cut off (${cut.bytes} bytes, kept as ${cut.keptAs}); its page is fetched again`,
      )
    if (state === 'short')
      notice?.(`${file} ends before the last record the collection knows of: run eventide verify`)
  }
  if (requeued > 0) notice?.(`${requeued} pages whose records the disk has lost are fetched again`)
}

async function lookAgain(
  { store }: Collection,
  { lookAgainMs }: SessionOptions,
  { notice }: SessionWatcher,
): Promise<void> {
  if (lookAgainMs === undefined) return
  const now = systemClock.now()
  const pages = await store.lookAgain(new Date(now), new Date(now - lookAgainMs))
  notice?.(
    pages === 0
      ? 'no seed, feed or list is old enough to be looked at again'
      : `looking again for new links: ${pages} of the seeds, feeds and lists`,
  )
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

function openCollectionArchive(
  { archiveDir, event, store }: Collection,
  options: SessionOptions,
): Promise<Archive> {
  const agent = userAgent(options.contact)
  return openArchive(archiveDir, {
    software: agent.split(' ')[0] ?? ROBOTS_AGENT,
    event: event.name,
    operator: options.contact,
    userAgent: agent,
    findOriginal: (payloadDigest) => store.originalOf(payloadDigest),
  })
}
