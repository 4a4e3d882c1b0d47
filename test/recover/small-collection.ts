import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openForCrawl } from '../../src/collection.ts'
import type { PauseControl } from '../../src/crawl/loop/pause-control.ts'
import { eventContext } from '../../src/event-context.ts'
import type { Fetcher } from '../../src/fetch/fetcher.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import { createWebFetcher } from '../../src/lab/web/web-fetcher.ts'
import type { CrawlSpecification } from '../../src/model/crawl-options.ts'
import { openRun, type Run } from '../../src/open-run.ts'
import type { Store } from '../../src/store/store.ts'

const web = createExampleWeb({ pages: 600, seed: 3 })
const fetcher = createWebFetcher(web, { now: () => new Date() })
export const SEEDS: readonly string[] = web.seeds

const OPTIONS: CrawlSpecification = {
  ...{ delay: 0, addressDelay: 0, minFree: 0, readingWorkers: 0, contact: 'test@example.org' },
  ...{ sitemaps: true, render: 'never', patience: 1000 },
}

interface ExampleCrawl {
  /** Called with the run when it has ended. */
  readonly after?: (run: Run, store: Store) => unknown
  /** Called before each request, with the number of requests so far. */
  readonly onRequest?: (requests: number, run: Run) => unknown
  readonly pauseControl?: PauseControl
  /** Called when the crawl is paused and no page is in progress. */
  readonly onPaused?: (run: Run) => unknown
  readonly options?: CrawlSpecification
}

/** Crawls the example web into a folder until it holds so many pages. */
export async function crawlExample(folder: string, pages: number, how: ExampleCrawl = {}): Promise<string> {
  const dir = join(folder, 'collection')
  const eventFile = join(folder, 'event.yaml')
  await writeFile(eventFile, web.event)
  const { seeds } = web
  const specification = { ...OPTIONS, pages, ...how.options }
  const collection = await openForCrawl(dir, { eventFile, seeds, specification }, eventContext)
  try {
    let requests = 0
    const watched: Fetcher = {
      fetch: async (...request) => {
        await how.onRequest?.(++requests, run)
        return fetcher.fetch(...request)
      },
      close: async () => {},
    }
    const { pauseControl, onPaused } = how
    // Called by the crawl when it has paused.
    const compact = collection.store.compact?.bind(collection.store)
    Object.assign(collection.store, {
      compact: async () => {
        await compact?.()
        await onPaused?.(run)
      },
    })
    const run = await openRun(collection, specification, { seeds, fetcher: watched, pauseControl })
    try {
      const { signal } = new AbortController()
      if (pages > 0) await run.crawl({ drain: signal, abandon: signal })
      await how.after?.(run, collection.store)
    } finally {
      await run.close()
    }
  } finally {
    await collection.store.close()
  }
  return dir
}
