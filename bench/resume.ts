/**
 * How fast a large collection resumes: from program start to the first network request.
 * The collection is built once, through the store, from pages that were really read and judged; it looks as after
 * `kill -9`: open leases, an open archive file, no snapshot of the latest pages.
 *
 *   npx tsx bench/resume.ts [--urls 1000000] [--fetched 100000] [--runs 5] [--strategy adaptive] [--folder /tmp/eventide-resume]
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openForCrawl } from '../src/collection.ts'
import { createExampleWeb } from '../src/lab/web/example-web.ts'
import { loadGazetteer } from '../src/place/load-gazetteer.ts'
import { strategyCatalog } from '../src/score/strategy-spec.ts'
import { buildCollection } from './resume-collection.ts'

const { values } = parseArgs({
  options: {
    urls: { type: 'string', default: '1000000' },
    fetched: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    strategy: { type: 'string', default: 'adaptive' },
    folder: { type: 'string', default: join(tmpdir(), 'eventide-resume') },
  },
})
const BIN = join(import.meta.dirname, '../bin/eventide.js')
const urls = Number(values.urls)
const fetched = Number(values.fetched)
const web = createExampleWeb({ pages: 2_000 })
const world = { places: loadGazetteer(), strategies: strategyCatalog }

/** The proxy of the crawler; every host of the collection gives the same response. */
async function listen(onRequest: (url: string) => void) {
  const server = createServer((request, response) => {
    onRequest(request.url ?? '')
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

/** Processor time of a process so far in milliseconds, which does not depend on other programs; 0 on systems other than Linux. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Milliseconds from the start of the program to its first request, to its first request for a page, and on the processor until the first. */
async function firstRequest(dir: string, args: readonly string[]) {
  const first = { any: 0, page: 0, cpu: 0 }
  const started = performance.now()
  let enough = () => {}
  const pageRequested = new Promise<void>((resolve) => {
    enough = resolve
  })
  const { server, port } = await listen((url) => {
    first.any ||= performance.now() - started
    first.cpu ||= processorMs(child.pid ?? 0)
    if (url.endsWith('/robots.txt')) return
    first.page ||= performance.now() - started
    enough()
  })
  const child = spawn(
    process.execPath,
    [BIN, 'crawl', dir, ...args, '--proxy', `http://127.0.0.1:${port}`, '--quiet', '--pages', '100000000'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, EVENTIDE_CONTACT: 'bench@example.org' },
    },
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([pageRequested, exited])
  child.kill('SIGKILL')
  await exited
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return first
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const base = join(values.folder, `${values.strategy}-${urls}-${fetched}`)
const original = join(base, 'original')
const exists = await stat(join(base, 'built')).then(
  () => true,
  () => false,
)
if (!exists) {
  await rm(base, { recursive: true, force: true })
  await mkdir(base, { recursive: true })
  const eventFile = join(base, 'event.yaml')
  await writeFile(eventFile, web.event)
  const building = join(base, 'building')
  const collection = await openForCrawl(
    building,
    { eventFile, seeds: web.seeds, specification: { delay: 0 } },
    world,
  )
  const begun = performance.now()
  await buildCollection(collection, web, { urls, fetched, strategy: values.strategy })
  console.log(`built in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  // Copied while it is open, log and all: the files as `kill -9` leaves them.
  await cp(building, original, { recursive: true })
  await collection.store.close()
  await rm(building, { recursive: true })
  await writeFile(join(base, 'built'), '')
}

type First = Awaited<ReturnType<typeof firstRequest>>
const empty: First[] = []
const resumed: First[] = []
const strategy = ['--strategy', values.strategy]
const seeds = join(base, 'seeds.txt')
await writeFile(seeds, web.seeds.join('\n'))
for (let run = 0; run < Number(values.runs); run++) {
  const fresh = join(base, 'empty')
  await rm(fresh, { recursive: true, force: true })
  const args = ['--event', join(base, 'event.yaml'), '--seeds', seeds, ...strategy]
  empty.push(await firstRequest(fresh, args))
  const copy = join(base, 'copy')
  await rm(copy, { recursive: true, force: true })
  await cp(original, copy, { recursive: true })
  resumed.push(await firstRequest(copy, strategy))
}

const timesOf = (name: string, times: readonly number[]) =>
  `${name} ${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`
const figures = (firsts: readonly First[]) =>
  [
    timesOf(
      'first request after ms',
      firsts.map((first) => first.any),
    ),
    timesOf(
      'of them processor',
      firsts.map((first) => first.cpu),
    ),
    timesOf(
      'first page after',
      firsts.map((first) => first.page),
    ),
  ].join(', ')
console.log(
  `${values.strategy}, ${urls} URLs, ${fetched} fetched, median (min to max) of ${values.runs} runs`,
)
console.log(`resumed: ${figures(resumed)}`)
console.log(`a new collection: ${figures(empty)}`)
