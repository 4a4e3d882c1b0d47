import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { diskLayer, type FileLayer } from '../../src/archive/archive-file.ts'
import { openArchive } from '../../src/archive/warc-writer.ts'
import { seedItem } from '../../src/crawl/links/link-items.ts'
import { LiveOptions } from '../../src/crawl/live-options.ts'
import { emptyStats } from '../../src/crawl/loop/stats.ts'
import { repairAfterCrash } from '../../src/crawl/recovery/repair.ts'
import { createScope, defaultRules } from '../../src/frontier/scope/scope.ts'
import { VirtualClock } from '../../src/lab/crawl/virtual-clock.ts'
import type { WebResponse } from '../../src/lab/web/web.ts'
import { createWebFetcher } from '../../src/lab/web/web-fetcher.ts'
import { readPage } from '../../src/page/read-page.ts'
import { runPipeline } from '../../src/pipeline.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

const NOW = Date.UTC(2026, 0, 1)
const event = {
  name: 'Storm',
  what: [{ term: 'storm', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  languages: ['en'],
  seeds: [],
}

const STORY = 'The storm made landfall in the night, and the harbour was closed for two days. '
const page = (text: string, links = ''): WebResponse => ({
  status: 200,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: Buffer.from(
    `<html><title>${text.slice(0, 20)}</title><body><p>${text}${STORY.repeat(4)}</p>${links}</body></html>`,
  ),
})
const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">storm ${path}</a>`).join(' ')

/** Two pages, a copy, a redirect and a missing URL, with a robots.txt. */
const PAGES = new Map<string, WebResponse>([
  ['/', page('Front page about the storm. ', links('/one', '/copy', '/moved', '/gone'))],
  ['/one', page('Storm report one. ')],
  ['/copy', page('Storm report one. ')],
  ['/two', page('Storm report two. ')],
  ['/moved', { status: 301, headers: [['Location', '/two']], body: Buffer.from('moved') }],
  [
    '/robots.txt',
    { status: 200, headers: [['Content-Type', 'text/plain']], body: Buffer.from('User-agent: *\nAllow: /') },
  ],
])
const GONE: WebResponse = {
  status: 404,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('not here'),
}

const web = { respond: (url: string) => PAGES.get(new URL(url).pathname) ?? GONE }

/** The captures of a complete crawl of the small web, in no particular order. */
export const CAPTURED = ['/', '/copy', '/gone', '/moved', '/one', '/robots.txt', '/two'].map(
  (path) => `http://a.example${path}`,
)

/** Real files without fsync. */
export const unsynced: FileLayer = {
  ...diskLayer,
  async create(path) {
    return { ...(await diskLayer.create(path)), sync: async () => {} }
  },
  async reopen(path) {
    return { ...(await diskLayer.reopen(path)), sync: async () => {} }
  },
  syncDirectory: async () => {},
}

export interface SmallCollection {
  readonly store: Store
  readonly archiveDir: string
}

export async function openSmall(dir: string): Promise<SmallCollection> {
  await mkdir(dir, { recursive: true })
  return {
    store: await openSqliteStore(join(dir, 'collection.db'), { now: () => NOW }),
    archiveDir: join(dir, 'archive'),
  }
}

/** Starts or resumes a crawl of the small web through the real pipeline, store and archive. */
export async function crawlSmall(
  { store, archiveDir }: SmallCollection,
  files: FileLayer = unsynced,
): Promise<void> {
  const clock = new VirtualClock(NOW + 60_000)
  await store.add([seedItem('http://a.example/')].flatMap((item) => item ?? []))
  await repairAfterCrash({ store, archiveDir })
  const archive = await openArchive(archiveDir, {
    software: 'Eventide/test',
    files,
    findOriginal: (digest) => store.originalOf(digest),
  })
  try {
    const counts = await store.counts()
    const never = new AbortController().signal
    await runPipeline(
      {
        store: clock.trackVisits(store),
        archive,
        fetcher: createWebFetcher(web, { now: () => new Date(clock.now()) }),
        strategy: createStrategy('breadth-first', { event, random: () => 0.5, canonical: (url) => url }),
        read: (input) => readPage(input),
        scope: createScope(defaultRules()),
        clock,
        random: () => 0.5,
        drawsAt: () => () => 0.5,
      },
      new LiveOptions({ patience: Number.POSITIVE_INFINITY }),
      emptyStats(counts.fetched, counts.kept),
      { drain: never, abandon: never },
    )
  } finally {
    await archive.close()
  }
}

export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
