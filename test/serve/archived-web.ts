import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openArchive } from '../../src/archive/warc-writer.ts'
import { seedItem } from '../../src/crawl/links/link-items.ts'
import { LiveOptions } from '../../src/crawl/live-options.ts'
import { emptyStats } from '../../src/crawl/loop/stats.ts'
import { createScope, defaultRules } from '../../src/frontier/scope/scope.ts'
import { VirtualClock } from '../../src/lab/crawl/virtual-clock.ts'
import type { WebResponse } from '../../src/lab/web/web.ts'
import { createWebFetcher } from '../../src/lab/web/web-fetcher.ts'
import { readPage } from '../../src/page/read-page.ts'
import { runPipeline } from '../../src/pipeline.ts'
import type { PageRenderer } from '../../src/render/rendering.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { unsynced } from '../archive/small-collection.ts'

const NOW = Date.UTC(2026, 0, 1)
const EVENT = 'name: Storm\nwhat: [storm]\n'
const model = {
  ...{ name: 'Storm', what: [{ term: 'storm', weight: 1 }], where: [], who: [], languages: [], seeds: [] },
  when: { interest: [] },
}

/** A small web: responses by path. */
export type Answers = ReadonlyMap<string, WebResponse>

export function answer(
  type: string,
  body: string | Uint8Array,
  headers: [string, string][] = [],
): WebResponse {
  return { status: 200, headers: [['Content-Type', type], ...headers], body: Buffer.from(body as Uint8Array) }
}

export interface ReplayCrawl {
  readonly seeds: readonly string[]
  /** URLs archived as resources of every rendered page. */
  readonly parts?: readonly string[]
  /** HTML of every rendered page. If omitted, pages are not rendered. */
  readonly drawn?: string
}

/** Crawls a small web into a collection through the real pipeline, store and archive. Returns the id of each page. */
export async function archiveWeb(
  dir: string,
  web: Answers,
  crawl: ReplayCrawl,
): Promise<Map<string, number>> {
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, 'event.yaml'), EVENT)
  const store = await openSqliteStore(join(dir, 'collection.db'), { now: () => NOW })
  const clock = new VirtualClock(NOW + 60_000)
  const archive = await openArchive(join(dir, 'archive'), {
    software: 'Eventide/test',
    files: unsynced,
    findOriginal: (digest) => store.originalOf(digest),
  })
  const respond = (url: string) => web.get(url) ?? { status: 404, headers: [], body: Buffer.from('gone') }
  const fetcher = createWebFetcher({ respond }, { now: () => new Date(clock.now()) })
  const never = new AbortController().signal
  const renderer: PageRenderer = {
    async render() {
      const parts = await Promise.all((crawl.parts ?? []).map((url) => fetcher.fetch(url, never)))
      const drawn =
        crawl.drawn === undefined ? null : { html: crawl.drawn, drawnAt: new Date(NOW), leadsTo: null }
      return { drawn, problem: drawn ? null : 'unshown', resources: parts.map(({ exchange }) => exchange) }
    },
    close: async () => {},
  }
  try {
    await store.add(crawl.seeds.flatMap((url) => seedItem(url) ?? []))
    await runPipeline(
      {
        store: clock.trackVisits(store),
        archive,
        fetcher,
        strategy: createStrategy('breadth-first', {
          event: model,
          random: () => 0.5,
          canonical: (url) => url,
        }),
        read: (input) => readPage(input),
        scope: createScope(defaultRules()),
        clock,
        rendering: { renderer, when: 'always' },
        random: () => 0.5,
        drawsAt: () => () => 0.5,
      },
      new LiveOptions({ patience: Number.POSITIVE_INFINITY }),
      emptyStats(0, 0),
      { drain: never, abandon: never },
    )
    const ids = new Map<string, number>()
    for await (const { url, id } of store.pages({ all: true })) ids.set(url, id)
    return ids
  } finally {
    await archive.close()
    await store.close()
  }
}
