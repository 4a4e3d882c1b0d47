import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '../../src/archive/warc-writer.ts'
import { systemClock } from '../../src/crawl/clock.ts'
import { seedItem } from '../../src/crawl/links/link-items.ts'
import { LiveOptions, type PolitenessDetails } from '../../src/crawl/live-options.ts'
import { type CrawlStats, emptyStats } from '../../src/crawl/loop/stats.ts'
import { createEgress, type EgressOptions } from '../../src/fetch/egress.ts'
import { createScope, defaultRules } from '../../src/frontier/scope/scope.ts'
import type { NewItem } from '../../src/model/crawl.ts'
import type { CrawlSpecification } from '../../src/model/crawl-options.ts'
import type { ReadingLimits } from '../../src/page/limits.ts'
import { readPage } from '../../src/page/read-page.ts'
import { runPipeline } from '../../src/pipeline.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

const EVENT = {
  name: 'x',
  what: [{ term: 'flood', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  languages: [],
  seeds: [],
}
const never = new AbortController().signal

export interface HostileCrawl {
  readonly seeds: readonly string[]
  readonly egress: EgressOptions
  readonly crawl?: CrawlSpecification
  readonly politeness?: PolitenessDetails
  readonly reading?: Partial<ReadingLimits>
}

export interface CrawledGround {
  readonly store: Store
  readonly stats: CrawlStats
  readonly archiveDir: string
  /** State and code of a URL: `failed private-address`. */
  endOf(url: string): Promise<string>
  close(): Promise<void>
}

/** Crawls with the real store, archive and egress, without delays. */
export async function crawlHostile({
  seeds,
  egress,
  crawl,
  politeness,
  reading,
}: HostileCrawl): Promise<CrawledGround> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-hostile-'))
  const archiveDir = join(folder, 'archive')
  const store = await openSqliteStore(join(folder, 'collection.db'))
  const archive = await openArchive(archiveDir, { software: 'test' })
  const fetcher = createEgress({ contact: 'https://example.org/crawler', ...egress })
  const items = seeds.map(seedItem).filter((item): item is NewItem => item !== null)
  await store.add(items)
  const stats = emptyStats(0, 0)
  const options = new LiveOptions(
    { patience: 0, delay: 0, ...crawl },
    { backOffMs: 0, maxBackOffMs: 0, ...politeness },
  )
  const parts = {
    store,
    archive,
    fetcher,
    strategy: createStrategy('best-first', { event: EVENT, random: () => 0.5 }),
    read: (input: Parameters<typeof readPage>[0]) => readPage(input, { limits: reading }),
    scope: createScope(defaultRules()),
    clock: systemClock,
    random: () => 0.5,
    drawsAt: () => () => 0.5,
  }
  await runPipeline(parts, options, stats, { drain: never, abandon: never })
  await archive.close()
  await fetcher.close()
  return {
    store,
    stats,
    archiveDir,
    endOf: async (url) => {
      const known = await store.explain(seedItem(url)?.canonicalUrl ?? '')
      return known ? `${known.state} ${known.ending?.code ?? ''}`.trim() : 'unknown'
    },
    close: async () => {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
