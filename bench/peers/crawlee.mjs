// Crawlee's CheerioCrawler: links and text. Arguments: folder Crawlee is installed in, start, pages, concurrency, persist.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [installed, start, pages, concurrency, persist] = process.argv.slice(2)
const require = createRequire(join(installed, 'package.json'))
const { CheerioCrawler, Configuration, LogLevel } = require('@crawlee/cheerio')

const configuration = new Configuration({
  persistStorage: persist === 'on',
  purgeOnStart: true,
  logLevel: LogLevel.ERROR,
  // The default is a quarter of the machine's memory; set explicitly, so that the result does not depend on it.
  memoryMbytes: 8192,
})
let done = 0
const crawler = new CheerioCrawler(
  {
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    maxRequestsPerCrawl: Number(pages),
    useSessionPool: false,
    persistCookiesPerSession: false,
    maxRequestRetries: 0,
    async requestHandler({ $, request, enqueueLinks, pushData }) {
      const title = $('title').first().text()
      const text = $('body').text()
      await pushData({ url: request.url, title, text })
      await enqueueLinks({ strategy: 'all', regexps: [/^http:\/\/127\.0\.0\.\d+:\d+\/p\/\d+$/] })
      done++
    },
  },
  configuration,
)
await crawler.run([start])
console.log(JSON.stringify({ pages: done }))
process.exit(0)
