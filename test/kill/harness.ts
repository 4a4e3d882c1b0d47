import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { brokenInvariants } from './invariants.ts'
import { createIslandWeb } from './island-web.ts'
import { type WatchedWeb, watch } from './watched-web.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRELOAD = join(import.meta.dirname, 'kill-point.mjs')
const MAX_KILLS = 12

/** Two kinds of crawl: sequential without delays, whose order is exact; concurrent with delays, whose politeness is checked. */
export type Manner = 'exact' | 'polite'
const DELAY_MS: Readonly<Record<Manner, number>> = { exact: 0, polite: 15 }
const CONCURRENCY: Readonly<Record<Manner, number>> = { exact: 1, polite: 4 }

export interface CrawlTrace {
  /** Canonical URLs of fetched pages in order. */
  readonly pages: readonly string[]
  /** The URL of every archived response, including robots.txt and redirects. */
  readonly captures: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  /** Violated invariants, each with the interruption before it. */
  readonly problems: readonly string[]
  readonly shortestGap: number
  /** Description of the interruptions. */
  readonly plan: readonly string[]
  /** Number of disk calls of an uninterrupted run. */
  readonly calls: number
}

/** Crawls the island web, ending the crawler up to twelve times at random moments, and reports the result. */
export async function killedCrawl(seed: number, manner: Manner, calls: number): Promise<CrawlTrace> {
  const random = seededRandom(seed)
  const kills = 1 + Math.floor(random() * MAX_KILLS)
  return crawlIslands(
    manner,
    Array.from({ length: kills }, () => drawInterruption(random, calls / kills)),
  )
}

export async function unkilledCrawl(manner: Manner): Promise<CrawlTrace> {
  return crawlIslands(manner, [])
}

/** `call`: at the n-th disk call; `request`: after so many requests and turns; `time`: after milliseconds; `drain`: SIGTERM. */
type Interruption = { readonly cutLog: number } & (
  | { readonly at: 'call'; readonly n: number; readonly when: 'before' | 'torn' | 'after' }
  | { readonly at: 'request'; readonly requests: number; readonly turns: number }
  | { readonly at: 'time'; readonly ms: number }
  | { readonly at: 'drain'; readonly requests: number }
)

/** `calls`: of the share of the crawl that is left to one run. */
function drawInterruption(random: () => number, calls: number): Interruption {
  const upTo = (n: number) => Math.floor(random() * n)
  // Commits are not synced, so a power cut may lose the last ones: the end of the database's log is cut off.
  const cutLog = random() < 0.2 ? upTo(64 * 1024) : 0
  const kind = random()
  if (kind < 0.5) {
    const when = (['before', 'torn', 'after'] as const)[upTo(3)] ?? 'before'
    return { at: 'call', n: 1 + upTo(calls), when, cutLog }
  }
  if (kind < 0.75) return { at: 'request', requests: upTo(40), turns: upTo(12), cutLog }
  if (kind < 0.88) return { at: 'time', ms: 50 + upTo(2950), cutLog }
  return { at: 'drain', requests: upTo(40), cutLog: 0 }
}

async function crawlIslands(manner: Manner, interruptions: readonly Interruption[]): Promise<CrawlTrace> {
  const islands = createIslandWeb()
  const web = await watch(islands)
  const folder = await mkdtemp(join(tmpdir(), 'eventide-kill-'))
  const problems: string[] = []
  try {
    const collection = join(folder, 'collection')
    await writeFile(join(folder, 'event.yaml'), islands.event)
    await writeFile(join(folder, 'seeds.txt'), islands.seeds.join('\n'))
    const start = (env: NodeJS.ProcessEnv) => crawler(folder, web.port, manner, env)
    for (const interruption of interruptions) {
      const end = await interrupt(start, interruption, web)
      // A run that ends before its kill point has ended normally.
      const expected = interruption.at === 'drain' ? [0, 4] : [0, 'SIGKILL']
      if (!expected.includes(end)) problems.push(`${wordsOf(interruption)}: the run ended with ${end}`)
      await cutLog(collection, interruption.cutLog)
      const broken = await brokenInvariants(collection, DELAY_MS[manner])
      problems.push(...broken.map((problem) => `${wordsOf(interruption)}: ${problem}`))
    }
    const counted = join(folder, 'calls')
    const end = await exitOf(start({ EVENTIDE_KILL_COUNT: counted }))
    if (end !== 0) problems.push(`the last run ended with ${end}`)
    problems.push(...(await brokenInvariants(collection, DELAY_MS[manner])))
    return {
      ...(await traceOf(collection)),
      problems,
      shortestGap: web.shortestGap(),
      plan: interruptions.map(wordsOf),
      calls: Number(await readFile(counted, 'utf8')),
    }
  } finally {
    await web.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function wordsOf({ cutLog, ...rest }: Interruption): string {
  return `${JSON.stringify(rest)}${cutLog ? `, ${cutLog} bytes of log lost` : ''}`
}

function crawler(folder: string, port: number, manner: Manner, env: NodeJS.ProcessEnv): ChildProcess {
  const inFolder = (name: string) => join(folder, name)
  const input = [inFolder('collection'), '--event', inFolder('event.yaml'), '--seeds', inFolder('seeds.txt')]
  const pace = ['--delay', String(DELAY_MS[manner]), '--concurrency', String(CONCURRENCY[manner])]
  const web = ['--proxy', `http://127.0.0.1:${port}`, '--contact', 'test@example.org']
  const program = ['--import', PRELOAD, join(ROOT, 'bin/eventide.js')]
  return spawn(
    process.execPath,
    [...program, 'crawl', ...input, ...pace, ...web, '--pages', '1000', '--min-free', '0B', '--quiet'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } },
  )
}

/** Starts a crawler, ends it as planned and returns how it ended. */
async function interrupt(
  start: (env: NodeJS.ProcessEnv) => ChildProcess,
  plan: Interruption,
  web: WatchedWeb,
): Promise<number | string> {
  if (plan.at === 'call') {
    const { n, when } = plan
    return exitOf(start({ EVENTIDE_KILL_POINT: JSON.stringify({ n, when }) }))
  }
  const child = start({})
  const exited = exitOf(child)
  if (plan.at === 'time') await Promise.race([new Promise((resolve) => setTimeout(resolve, plan.ms)), exited])
  else {
    const due = web.requests() + plan.requests
    await Promise.race([
      new Promise<void>((resolve) => web.onRequest(() => web.requests() >= due && resolve())),
      exited,
    ])
    const turns = plan.at === 'request' ? plan.turns : 0
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  child.kill(plan.at === 'drain' ? 'SIGTERM' : 'SIGKILL')
  return exited
}

async function exitOf(child: ChildProcess): Promise<number | string> {
  const errors: Buffer[] = []
  child.stderr?.on('data', (piece: Buffer) => errors.push(piece))
  const end = await new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  return typeof end === 'string' || end === 0 || end === 4 ? end : `${end}: ${Buffer.concat(errors)}`
}

async function cutLog(collection: string, bytes: number): Promise<void> {
  const log = join(collection, 'collection.db-wal')
  if (bytes === 0 || !existsSync(log)) return
  await truncate(log, Math.max(0, (await stat(log)).size - bytes))
}

async function traceOf(collection: string): Promise<Pick<CrawlTrace, 'pages' | 'captures' | 'counts'>> {
  const store = await openSqliteStore(join(collection, 'collection.db'), { readOnly: true })
  try {
    const pages: string[] = []
    const captures: string[] = []
    for await (const page of store.pages({ all: true })) pages.push(page.canonicalUrl)
    for await (const capture of store.captures()) captures.push(capture.url)
    return { pages, captures: captures.sort(), counts: { ...(await store.counts()) } }
  } finally {
    await store.close()
  }
}
