/**
 * The frontier at 10^4 to 10^7 queued URLs: how fast it fills, how much memory the process holds, and what one
 * claim + complete costs. Each size runs in a separate process, so that memory is measured separately.
 *
 *   npx tsx bench/speed/frontier.ts [--rows 1e4,1e5,1e6,1e7] [--folder /tmp]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Lease, NewItem, Outcome } from '../../src/model/crawl.ts'
import type { PageReading } from '../../src/model/page.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

/** New links of one page while the queue is filled, and the share of them that stay on its host. */
const BATCH = 50
const PAGES_PER_BATCH = 20
const STAY = 0.7
const CLAIMS = 2500
const LINKS_PER_PAGE = 20
const PAUSE_MS = 1000
/** The run's clock: a hundred pages a second. */
const STEP_MS = 10

interface Figures {
  rows: number
  hosts: number
  insertsPerSecond: number
  rssMiB: number
  fileMiB: number
  claim: number[]
  end: number[]
  page: number[]
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Links as pages have them: of a page's links, seven in ten stay on its host. Host sizes follow Zipf's law: with u
 * uniform, hosts^u is the rank of a host drawn with probability ~ 1/rank.
 */
function linkMaker(hosts: number, random: () => number) {
  let made = 0
  const anyHost = () => Math.floor(hosts ** random())
  return (count: number, parent: number | null): NewItem[] => {
    const home = anyHost()
    return Array.from({ length: count }, () => {
      const rank = random() < STAY ? home : anyHost()
      const host = `www.site-${rank}.example`
      const url = `https://${host}/news/2026/11/story-${made++}-about-something-that-happened?page=${rank % 7}`
      const score = random()
      return {
        url,
        canonicalUrl: url,
        host,
        source: `site-${rank}.example`,
        score,
        evidence: { anchor: { value: score, weight: 0.6, because: ['storm', 'coast'] } },
        depth: parent === null ? 0 : 1,
        parent,
        anchor: 'Something happened on the coast',
        redirects: 0,
        tunnel: 0,
      }
    })
  }
}
type LinkMaker = ReturnType<typeof linkMaker>

const NOTHING = { text: '', terms: [] }
const TEXT = 'The storm reached the coast in the early morning and moved on over the islands. '.repeat(40)
const READING: PageReading = {
  url: '',
  title: 'Storm reaches the coast',
  description: '',
  language: 'en',
  charset: 'utf-8',
  charsetFrom: 'header',
  text: TEXT,
  mainText: TEXT,
  links: [],
  divisions: [],
  canonical: null,
  refresh: null,
  truncated: false,
  groups: { head: NOTHING, heading: NOTHING, emphasis: NOTHING, body: NOTHING, other: NOTHING },
  robots: { noindex: false, nofollow: false, noarchive: false, because: [] },
  published: '2026-11-08',
  publishedFrom: 'meta',
  form: 'page',
  places: [{ id: 'x:1', name: 'Somewhere', lat: 1, lon: 2, count: 3 }],
}

function outcomeOf(relevant: boolean): Outcome {
  return {
    kind: 'page',
    page: READING,
    verdict: { relevance: 0.5, relevant, evidence: {} },
    status: 200,
    contentType: 'text/html',
    fetchedAt: new Date(0),
    capture: null,
    textDigest: '',
    summary: '',
    who: [],
    memo: null,
  }
}

async function fill(store: Store, rows: number, make: LinkMaker): Promise<number> {
  const started = performance.now()
  for (let done = 0; done < rows; done += BATCH * PAGES_PER_BATCH) {
    const pages = Array.from({ length: PAGES_PER_BATCH }, () => make(BATCH, null))
    await store.add(pages.flat())
  }
  return rows / ((performance.now() - started) / 1000)
}

/** Half of a page's links are new, half are known; one page in three is kept and indexed. */
async function crawl(store: Store, make: LinkMaker, withPages: boolean, from: number) {
  const claim: number[] = []
  const complete: number[] = []
  let known: NewItem[] = []
  for (let i = 0; i < CLAIMS; i++) {
    const now = from + i * STEP_MS
    const begun = performance.now()
    const [lease] = await store.claim({ n: 1, leaseMs: 60_000, worker: 'bench', now })
    claim.push(performance.now() - begun)
    if (!lease) throw new Error('The queue is empty')
    const links = withPages ? linksOf(lease, make, known) : []
    known = links.slice(-LINKS_PER_PAGE / 2)
    const outcome: Outcome = withPages
      ? outcomeOf(i % 3 === 0)
      : { kind: 'failed', code: 'timeout', message: 'no answer', status: null }
    const ended = performance.now()
    await store.complete(lease, outcome, links, { notBefore: now + PAUSE_MS })
    complete.push(performance.now() - ended)
  }
  return { claim, complete }
}

function linksOf(lease: Lease, make: LinkMaker, known: readonly NewItem[]): NewItem[] {
  const fresh = make(LINKS_PER_PAGE - known.length, lease.id)
  return [...known.map((item) => ({ ...item, parent: lease.id })), ...fresh]
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0
const percentiles = (times: readonly number[]) => [at(times, 0.5), at(times, 0.99)]

async function measure(rows: number, parent: string): Promise<Figures> {
  const folder = mkdtempSync(join(parent, 'eventide-frontier-'))
  try {
    const hosts = Math.round(30 * Math.sqrt(rows))
    const make = linkMaker(hosts, randomOf(rows))
    const path = join(folder, 'collection.db')
    const store = await openSqliteStore(path)
    const insertsPerSecond = await fill(store, rows, make)
    const bare = await crawl(store, make, false, 0)
    const full = await crawl(store, make, true, CLAIMS * STEP_MS)
    const rssMiB = process.memoryUsage().rss / 2 ** 20
    await store.close()
    return {
      rows,
      hosts,
      insertsPerSecond,
      rssMiB,
      fileMiB: statSync(path).size / 2 ** 20,
      claim: percentiles(bare.claim),
      end: percentiles(bare.complete),
      page: percentiles(full.complete),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function print(all: readonly Figures[]): void {
  const pair = (times: readonly number[]) => times.map((ms) => ms.toFixed(3)).join(' / ')
  console.log(
    '| rows | hosts | inserts/s | RSS MiB | file MiB | claim p50 / p99 ms | complete p50 / p99 ms | with page and 20 links p50 / p99 ms |',
  )
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const f of all) {
    const numbers = [f.rows, f.hosts, f.insertsPerSecond, f.rssMiB, f.fileMiB].map((n) =>
      Math.round(n).toLocaleString('en'),
    )
    console.log(`| ${[...numbers, pair(f.claim), pair(f.end), pair(f.page)].join(' | ')} |`)
  }
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1e4,1e5,1e6' },
    folder: { type: 'string', default: tmpdir() },
    one: { type: 'boolean', default: false },
  },
})
const sizes = values.rows.split(',').map(Number)
if (values.one) {
  console.log(JSON.stringify(await measure(sizes[0] ?? 0, values.folder)))
} else {
  const self = fileURLToPath(import.meta.url)
  const run = (rows: number): Figures =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [...process.execArgv, self, '--one', '--rows', `${rows}`, '--folder', values.folder],
        {
          encoding: 'utf8',
        },
      ),
    )
  print(sizes.map(run))
}
