// Search under load: npx tsx bench/load/run.ts [--pages n] [--connections n] [--seconds n] [--requests n] [--with-crawl] [--compressed] [--folder f] [--program f] [--json]
// Starts the built server (dist/, so build first) on a generated library and requests mixed queries over keep-alive connections.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { usage } from '../peers/measure.ts'
import type { FromClient, LoadResult, LoadTask } from './client.ts'
import { collectionFrom, ID, libraryOf, wordsIn } from './collection.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '30' },
    'warm-up': { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    /** A number of requests instead of seconds: the same work for every program. */
    requests: { type: 'string' },
    compressed: { type: 'boolean', default: false },
    'with-crawl': { type: 'boolean', default: false },
    /** Where libraries are kept for the next run. */
    folder: { type: 'string' },
    /** Folder of another built Eventide, to compare with. */
    program: { type: 'string', default: join(import.meta.dirname, '../..') },
    json: { type: 'boolean', default: false },
  },
})
const pages = Number(values.pages)
const connections = Number(values.connections)

const kept = values.folder ?? (await mkdtemp(join(tmpdir(), 'eventide-load-')))
const library = await libraryOf(kept, pages)
const served = await mkdtemp(join(kept, 'served-'))
const seeds = await collectionFrom(library, served)
const server = spawn(
  process.execPath,
  [
    'bin/eventide.js',
    'serve',
    resolve(served),
    '--port',
    '0',
    '--json',
    '--contact',
    'bench@eventide.example',
  ],
  { cwd: values.program, stdio: ['ignore', 'pipe', 'inherit'] },
)
try {
  const url = await urlOf(server.stdout)
  const words = await wordsIn(library)
  // The first search reads the columns of every page.
  await ok(await fetch(`${url}/api/search?q=rescue`))
  if (values['with-crawl']) await startCrawl(url)
  const task: LoadTask = {
    ...{ url, words, connections, seconds: Number(values.seconds) },
    warmUpSeconds: Number(values['warm-up']),
    requests: values.requests === undefined ? null : Number(values.requests),
    compressed: values.compressed,
    seed: Number(values.seed),
  }
  const client = fork(join(import.meta.dirname, 'client.ts'), { execArgv: ['--import', 'tsx'] })
  const begun = once(client, 'message') as Promise<[FromClient]>
  client.send(task)
  await begun
  const result = once(client, 'message') as Promise<[FromClient]>
  const processor = usage(server.pid)?.cpuSeconds ?? 0
  const before = await crawlOf(url)
  const [measured] = (await result) as [LoadResult]
  const seconds = (usage(server.pid)?.cpuSeconds ?? 0) - processor
  const after = await crawlOf(url)
  report(measured, seconds, after.fetched - before.fetched, after.state)
} finally {
  server.kill('SIGINT')
  if (server.exitCode === null) await once(server, 'exit')
  await rm(served, { recursive: true })
  if (values.folder === undefined) await rm(kept, { recursive: true })
}

function report(
  { latencies, probes, errors, ...result }: LoadResult,
  processorSeconds: number,
  crawled: number,
  state: string,
) {
  const all = Object.values(latencies).flat()
  const summary = {
    ...{ pages, connections, crawl: values['with-crawl'] ? state : 'none', crawled },
    requestsPerSecond: all.length / result.seconds,
    ...quantiles(all),
    ...{
      errors,
      probe: quantiles(probes),
      serverCores: processorSeconds / result.seconds,
      processorMsPerRequest: (processorSeconds * 1000) / all.length,
      peakMegabytes: usage(server.pid)?.peakMegabytes,
    },
    routes: Object.fromEntries(
      Object.entries(latencies).map(([route, list]) => [
        route,
        { requests: list.length, ...quantiles(list) },
      ]),
    ),
  }
  if (values.json) return console.log(JSON.stringify(summary))
  const line = ({ p50, p95, p99, max }: ReturnType<typeof quantiles>) =>
    `p50 ${p50.toFixed(0)}  p95 ${p95.toFixed(0)}  p99 ${p99.toFixed(0)}  max ${max.toFixed(0)} ms`
  console.log(
    `${pages} pages, ${connections} connections, crawl: ${summary.crawl} (${crawled} pages meanwhile)`,
  )
  console.log(`all       ${summary.requestsPerSecond.toFixed(0)} requests/s  ${line(summary)}`)
  for (const [route, one] of Object.entries(summary.routes))
    console.log(`${route.padEnd(9)} ${one.requests} requests  ${line(one)}`)
  console.log(`probe     ${line(summary.probe)} (a request without work, beside the load)`)
  console.log(
    `server    ${summary.processorMsPerRequest.toFixed(2)} ms of processor time per request, ${summary.serverCores.toFixed(2)} cores, ${summary.peakMegabytes?.toFixed(0)} MiB at most`,
  )
  console.log(`errors    ${JSON.stringify(errors)}`)
}

function quantiles(list: readonly number[]) {
  const sorted = [...list].sort((a, b) => a - b)
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

async function urlOf(out: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: out })) return (JSON.parse(line) as { url: string }).url
  throw new Error('The server ended before it listened. Build it first: node scripts/build.mjs')
}

async function startCrawl(url: string): Promise<void> {
  const body = JSON.stringify({ settings: { pages: 1_000_000 }, seeds })
  const headers = { 'content-type': 'application/json' }
  await ok(await fetch(`${url}/api/collections/${ID}/crawl/start`, { method: 'POST', headers, body }))
  const { fetched } = await crawlOf(url)
  // The load begins when pages arrive.
  while ((await crawlOf(url)).fetched < fetched + 50) await new Promise((resolve) => setTimeout(resolve, 200))
}

async function crawlOf(url: string): Promise<{ fetched: number; state: string }> {
  const { crawls } = (await (await fetch(`${url}/api/crawls`)).json()) as {
    crawls: { fetched: number; state: string }[]
  }
  return crawls[0]!
}

async function ok(response: Response): Promise<void> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
