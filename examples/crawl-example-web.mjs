// Crawls the bundled example web with progress, stops halfway, resumes, searches and exports. Needs no network.
//   node crawl-example-web.mjs [folder]
import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crawl, createExampleWeb, exportPages, openCollection, search } from 'eventide'

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'eventide-')))
const web = await createExampleWeb({ pages: 1000 })
const request = {
  collection: join(folder, 'typhoon'),
  event: { yaml: web.event },
  seeds: web.seeds,
  fetcher: web.fetcher,
  // Nobody is disturbed by a web that lives in this process.
  options: { pages: 40, delay: 0, render: 'never' },
}

const stop = new AbortController()
const stopped = await crawl({
  ...request,
  signal: stop.signal,
  onPage: ({ title, verdict }, { fetched, kept }) => {
    console.log(`${fetched} fetched, ${kept} kept: ${verdict.relevance.toFixed(2)} ${title}`)
    if (fetched === 10) stop.abort()
  },
})
console.log(`Stopped after ${stopped.fetched} pages (${stopped.end})`)

// The same request resumes the crawl.
const { end, fetched, kept } = await crawl(request)
console.log(`Fetched ${fetched} pages, kept ${kept} (${end})`)

const collection = await openCollection(request.collection)
const { total, hits } = await search(collection, 'storm surge', { limit: 3 })
console.log(`${total} pages about the storm surge:`)
for (const { title, published, url } of hits) console.log(`  ${published} ${title}\n    ${url}`)

const file = join(folder, 'typhoon.csv')
await pipeline(exportPages(collection, { format: 'csv' }), createWriteStream(file))
console.log(`Exported to ${file}`)
await collection.close()
