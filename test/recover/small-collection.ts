import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openForCrawl } from '../../src/collection.ts'
import { eventContext } from '../../src/event-context.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import { createWebFetcher } from '../../src/lab/web/web-fetcher.ts'
import type { CrawlSpecification } from '../../src/model/crawl-options.ts'
import { openRun, type Run } from '../../src/open-run.ts'
import type { Store } from '../../src/store/store.ts'

const web = createExampleWeb({ pages: 600, seed: 3 })
const fetcher = createWebFetcher(web, { now: () => new Date() })

const OPTIONS: CrawlSpecification = {
  ...{ delay: 0, addressDelay: 0, minFree: 0, readingWorkers: 0, contact: 'test@example.org' },
  ...{ sitemaps: true, render: 'never', patience: 1000 },
}

/** Crawls the example web into a folder until it holds so many pages; `during` is called with the run before it starts. */
export async function crawlExample(
  folder: string,
  pages: number,
  during?: (run: Run, store: Store) => unknown,
  options: CrawlSpecification = {},
): Promise<string> {
  const dir = join(folder, 'collection')
  const eventFile = join(folder, 'event.yaml')
  await writeFile(eventFile, web.event)
  const specification = { ...OPTIONS, pages, ...options }
  const collection = await openForCrawl(dir, { eventFile, seeds: web.seeds, specification }, eventContext)
  try {
    const run = await openRun(collection, specification, { seeds: web.seeds, fetcher })
    try {
      const { signal } = new AbortController()
      if (pages > 0) await run.crawl({ drain: signal, abandon: signal })
      await during?.(run, collection.store)
    } finally {
      await run.close()
    }
  } finally {
    await collection.store.close()
  }
  return dir
}
