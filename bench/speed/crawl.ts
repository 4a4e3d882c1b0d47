// Speed of a whole crawl with all features: `npx tsx bench/speed/crawl.ts [--pages 2500] [--web 20000] [--strategies best-first,breadth-first]`.
// The example web is served by another process over real HTTP, no delay; page reading, judging, WARC and index are on.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { openForCrawl } from '../../src/collection.ts'
import { eventContext } from '../../src/event-context.ts'
import { createEgress } from '../../src/fetch/egress.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import { openRun } from '../../src/open-run.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2500' },
    web: { type: 'string', default: '20000' },
    strategies: { type: 'string', default: 'best-first,breadth-first' },
    checkpoints: { type: 'string', default: '500,2500' },
    serve: { type: 'boolean', default: false },
  },
})
const webPages = Number(values.web)

if (values.serve) {
  const { serveWeb } = await import('../../src/lab/web/web-server.ts')
  const server = await serveWeb(createExampleWeb({ pages: webPages }), { waits: false })
  process.send?.(server.url)
} else {
  const { child, url } = await startServer()
  try {
    for (const strategy of values.strategies.split(',')) await measure(strategy, url)
  } finally {
    child.kill()
  }
}

function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const args = ['--import', 'tsx', import.meta.filename, '--serve', '--web', values.web]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return new Promise((resolve) => child.once('message', (url) => resolve({ child, url: String(url) })))
}

async function measure(strategy: string, proxy: string): Promise<void> {
  const web = createExampleWeb({ pages: webPages })
  const folder = await mkdtemp(join(tmpdir(), 'eventide-bench-'))
  const eventFile = join(folder, 'event.yaml')
  await writeFile(eventFile, web.event)
  const collection = await openForCrawl(
    join(folder, 'c'),
    { eventFile, seeds: web.seeds, specification: { delay: 0 } },
    eventContext,
  )
  const fetcher = createEgress({ proxy })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 100)
  const never = new AbortController().signal
  const cpu = process.cpuUsage()
  const started = performance.now()
  delay.enable()
  const specification = { strategy, pages: Number(values.pages), concurrency: 20, delay: 0, patience: 1_000 }
  const seams = { seeds: web.seeds, fetcher }
  const run = await openRun(collection, { ...specification, render: 'never' }, seams)
  const { stats, end } = await run.crawl({ drain: never, abandon: never })
  await run.close()
  delay.disable()
  clearInterval(watch)
  const seconds = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  const harvest: string[] = []
  const checkpoints = values.checkpoints.split(',').map(Number)
  let relevant = 0
  let kept = 0
  let fetched = 0
  for await (const page of collection.store.observations(0)) {
    fetched++
    if (web.truth(page.url)?.relevant) relevant++
    if (page.relevant) kept++
    if (checkpoints.includes(fetched))
      harvest.push(
        `@${fetched} true ${(relevant / fetched).toFixed(3)} believed ${(kept / fetched).toFixed(3)}`,
      )
  }
  await fetcher.close()
  await collection.store.close()
  await rm(folder, { recursive: true })
  console.log(
    `${strategy}: ${stats.fetched} pages (${end}) in ${seconds.toFixed(1)} s = ${(stats.fetchedThisRun / seconds).toFixed(1)} pages/s; ` +
      `CPU ${((used.user + used.system) / 1000 / stats.fetchedThisRun).toFixed(1)} ms/page; peak RSS ${(peak / 2 ** 20).toFixed(0)} MB; ` +
      `event loop delay p50 ${(delay.percentile(50) / 1e6).toFixed(1)} p99 ${(delay.percentile(99) / 1e6).toFixed(1)} max ${(delay.max / 1e6).toFixed(1)} ms; ` +
      `harvest ${harvest.join(', ')}`,
  )
}
