import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyArchive } from '../../src/archive/verify.ts'
import { readRecordAt } from '../../src/archive/warc-reader.ts'
import { expectedCaptures } from '../../src/collection.ts'
import { seededRandom } from '../../src/model/random.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { createIslandWeb } from './island-web.ts'

const ROOT = join(import.meta.dirname, '../..')
const KILLS = 3

/** Two ways to crawl: alone and without rests the order is exact; with rests and company, politeness is what is watched. */
export type Manner = 'exact' | 'polite'
const DELAY_MS: Readonly<Record<Manner, number>> = { exact: 0, polite: 15 }
const CONCURRENCY: Readonly<Record<Manner, number>> = { exact: 1, polite: 4 }

export interface CrawlTrace {
  /** Canonical URLs of fetched pages in order. */
  readonly pages: readonly string[]
  /** Canonical URL and state of everything the collection knows about. */
  readonly captures: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly problems: readonly string[]
  /** Shortest time between two requests to one host, in milliseconds. */
  readonly shortestGap: number
  readonly kills: number
}

/** Crawls the island web, killing the crawler `KILLS` times at moments drawn from the seed, and tells what is left. */
export async function killedCrawl(seed: number, manner: Manner): Promise<CrawlTrace> {
  return crawlIslands(manner, KILLS, seededRandom(seed))
}

export async function unkilledCrawl(manner: Manner): Promise<CrawlTrace> {
  return crawlIslands(manner, 0, seededRandom(0))
}

async function crawlIslands(manner: Manner, kills: number, random: () => number): Promise<CrawlTrace> {
  const web = await watchIslands()
  const folder = await mkdtemp(join(tmpdir(), 'eventide-kill-'))
  const problems: string[] = []
  try {
    const event = join(folder, 'event.yaml')
    const seeds = join(folder, 'seeds.txt')
    await writeFile(event, web.event)
    await writeFile(seeds, web.seeds.join('\n'))
    const collection = join(folder, 'collection')
    const start = () => crawler(collection, event, seeds, web.port, manner)
    for (let i = 0; i < kills; i++) {
      const requests = web.requests() + Math.floor(random() * 25)
      await killAt(start(), () => web.requests() >= requests, Math.floor(random() * 12), web.onRequest)
      problems.push(...(await afterKill(collection)))
    }
    const end = await exitOf(start())
    if (end !== 0) problems.push(`the last run ended with ${end}`)
    return { ...(await traceOf(collection, problems)), shortestGap: web.shortestGap(), kills }
  } finally {
    await web.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function crawler(
  collection: string,
  event: string,
  seeds: string,
  port: number,
  manner: Manner,
): ChildProcess {
  const options = [
    '--pages',
    '1000',
    '--delay',
    String(DELAY_MS[manner]),
    '--concurrency',
    String(CONCURRENCY[manner]),
  ]
  const args = [
    'crawl',
    collection,
    '--event',
    event,
    '--seeds',
    seeds,
    '--proxy',
    `http://127.0.0.1:${port}`,
    '--quiet',
    '--contact',
    'test@example.org',
    ...options,
  ]
  return spawn(process.execPath, [join(ROOT, 'bin/eventide.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Waits until enough requests were seen, then some more turns of the event loop, then kills without mercy. */
async function killAt(
  child: ChildProcess,
  due: () => boolean,
  turns: number,
  onRequest: (listener: () => void) => void,
): Promise<void> {
  const exited = exitOf(child)
  await Promise.race([new Promise<void>((resolve) => onRequest(() => due() && resolve())), exited])
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
  child.kill('SIGKILL')
  await exited
}

function exitOf(child: ChildProcess): Promise<number | string> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')))
}

/** What must hold at once after a kill, before anything is mended: the database is sound and every page done has its record. */
async function afterKill(collection: string): Promise<string[]> {
  const problems: string[] = []
  await withStore(collection, async (store) => {
    problems.push(...(await store.check()))
    for await (const { url, warc } of store.captures()) {
      const event = await readRecordAt(join(collection, 'archive', warc.file), warc.offset, warc.length)
      if (event.kind === 'problem')
        problems.push(`${url} is done but its record is not there: ${event.problem.what}`)
    }
  })
  return problems
}

async function traceOf(
  collection: string,
  before: readonly string[],
): Promise<Omit<CrawlTrace, 'shortestGap' | 'kills'>> {
  const problems = [...before]
  const pages: string[] = []
  const captures: string[] = []
  let counts: Record<string, number> = {}
  await withStore(collection, async (store) => {
    problems.push(...(await store.check()))
    for await (const page of store.pages({ all: true })) pages.push(page.canonicalUrl)
    for await (const capture of store.captures()) captures.push(capture.url)
    counts = { ...(await store.counts()) }
    for await (const problem of verifyArchive(join(collection, 'archive'), expectedCaptures(store))) {
      if (problem.level === 'error') problems.push(`${problem.code}: ${problem.what}`)
    }
  })
  return { pages, captures: captures.sort(), counts, problems }
}

async function withStore(collection: string, look: (store: Store) => Promise<void>): Promise<void> {
  // A crawler killed in its first moments has not made the database yet.
  const store = await openSqliteStore(join(collection, 'collection.db'), { readOnly: true }).catch(
    (error: { code?: string }) => {
      if (error.code === 'no-collection') return null
      throw error
    },
  )
  if (!store) return
  await look(store).finally(() => store.close())
}

/** The island web behind a proxy that remembers when each host was asked. */
async function watchIslands() {
  const web = createIslandWeb()
  const last = new Map<string, number>()
  const listeners = new Set<() => void>()
  let requests = 0
  let shortest = Number.POSITIVE_INFINITY
  const server: Server = createServer((request, response) => {
    requests++
    const url = request.url ?? ''
    const { host } = new URL(url)
    const now = performance.now()
    shortest = Math.min(shortest, now - (last.get(host) ?? Number.NEGATIVE_INFINITY))
    const answer = web.respond(url) ?? { status: 502, headers: [], body: Buffer.from('no such host') }
    // Before the answer leaves: stamped afterwards, a server that has to wait for the processor would see rests too short.
    last.set(host, performance.now())
    response.writeHead(answer.status, answer.headers.flat() as string[])
    response.end(answer.body)
    for (const listener of listeners) listener()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    event: web.event,
    seeds: web.seeds,
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    onRequest: (listener: () => void) => void listeners.add(listener),
    shortestGap: () => shortest,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
