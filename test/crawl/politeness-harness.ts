import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '../../src/archive/warc-writer.ts'
import { seedItem } from '../../src/crawl/links/link-items.ts'
import { LiveOptions } from '../../src/crawl/live-options.ts'
import type { CrawlEnd } from '../../src/crawl/loop/crawl-end.ts'
import { emptyStats } from '../../src/crawl/loop/stats.ts'
import type { Fetcher } from '../../src/fetch/fetcher.ts'
import { createScope } from '../../src/frontier/scope/scope.ts'
import { NO_ARCHIVE } from '../../src/lab/crawl/no-archive.ts'
import { VirtualClock } from '../../src/lab/crawl/virtual-clock.ts'
import type { CrawlSpecification } from '../../src/model/crawl-options.ts'
import { FetchFailure } from '../../src/model/errors.ts'
import { readPage } from '../../src/page/read-page.ts'
import { runPipeline } from '../../src/pipeline.ts'
import { createStrategy } from '../../src/score/registry.ts'
import type { UrlRecord } from '../../src/store/records.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

const EVENT = {
  name: 'x',
  what: [{ term: 'fine', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  languages: [],
  seeds: [],
}
const LATENCY_MS = 300

export interface Answer {
  readonly status: number
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
}

/** One request as seen by the server, in the time of the crawl. */
interface Arrival {
  readonly url: string
  readonly host: string
  readonly start: number
  end: number
}

interface WebScript {
  /** Undefined means no response. robots.txt is a 404 unless handled. */
  readonly answer: (url: URL) => Answer | undefined
  /** Default: all on one IP. */
  readonly addressOf?: (host: string) => string
  /** The number of the request during which the process is killed, from 1. */
  readonly killAt?: number
}

export const PAGE: Answer = { status: 200, headers: [['Content-Type', 'text/html']], body: '<p>fine</p>' }

/** A collection, a simulated web and a virtual clock. */
export class PolitenessHarness {
  readonly arrivals: Arrival[] = []
  readonly folder: string
  clock: VirtualClock

  static async make(start: number): Promise<PolitenessHarness> {
    return new PolitenessHarness(await mkdtemp(join(tmpdir(), 'eventide-polite-')), start)
  }

  private constructor(folder: string, start: number) {
    this.folder = folder
    this.clock = new VirtualClock(start)
  }

  get archiveDir(): string {
    return join(this.folder, 'archive')
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  /** One run of the real pipeline until it ends or is killed, starting at the end of the previous run. */
  async run(
    script: WebScript,
    { seeds = [], crawl = {}, at = this.clock.now(), archived = false }: RunSettings = {},
  ): Promise<CrawlEnd | 'killed'> {
    const clock = new VirtualClock(at)
    this.clock = clock
    const store = await this.open()
    await store.add(seeds.flatMap((url) => seedItem(url) ?? []))
    const archive = archived ? await openArchive(this.archiveDir, { software: 'test' }) : NO_ARCHIVE
    let kill = () => {}
    const killed = new Promise<'killed'>((resolve) => {
      kill = () => resolve('killed')
    })
    const parts = {
      store: clock.trackVisits(store),
      archive,
      fetcher: this.#web(script, clock, () => kill()),
      strategy: createStrategy('best-first', { event: EVENT, random: () => 0.5 }),
      read: (input: Parameters<typeof readPage>[0]) => readPage(input, { now: new Date(clock.now()) }),
      scope: createScope(),
      clock,
      random: () => 0.5,
      drawsAt: () => () => 0.5,
    }
    const options = new LiveOptions({ patience: Number.POSITIVE_INFINITY, ...crawl })
    const never = new AbortController().signal
    const running = runPipeline(parts, options, emptyStats(0, 0), { drain: never, abandon: never })
    const end = await Promise.race([running, killed])
    running.catch(() => {})
    await archive.close()
    await store.close()
    return end
  }

  open(): Promise<Store> {
    return openSqliteStore(join(this.folder, 'collection.db'), { now: () => this.clock.now() })
  }

  /** The record of a URL in the collection. */
  async explain(url: string): Promise<UrlRecord | undefined> {
    const store = await this.open()
    try {
      return await store.explain(seedItem(url)?.canonicalUrl ?? '')
    } finally {
      await store.close()
    }
  }

  #web(script: WebScript, clock: VirtualClock, kill: () => void): Fetcher {
    let count = 0
    return {
      fetch: async (address, _signal, options = {}) => {
        const url = new URL(address)
        const ip = script.addressOf?.(url.host) ?? '192.0.2.1'
        await options.turn?.(ip, new AbortController().signal)
        const arrival = { url: url.href, host: url.host, start: clock.now(), end: clock.now() }
        this.arrivals.push(arrival)
        count += 1
        if (count === script.killAt) {
          kill()
          return new Promise(() => {})
        }
        await clock.wait(LATENCY_MS)
        arrival.end = clock.now()
        const answer = script.answer(url) ?? (url.pathname === '/robots.txt' ? { status: 404 } : null)
        if (!answer) throw new FetchFailure('timeout')
        return resultOf(url.href, answer, ip, new Date(arrival.start))
      },
      close: async () => {},
    }
  }
}

interface RunSettings {
  readonly seeds?: readonly string[]
  readonly crawl?: CrawlSpecification
  /** Wall-clock time at the start of the run. */
  readonly at?: number
  /** Whether to write WARC files. If omitted, captures are discarded. */
  readonly archived?: boolean
}

function resultOf(url: string, { status, headers = [], body = '' }: Answer, ip: string, startedAt: Date) {
  const bytes = Buffer.from(body)
  return {
    exchange: {
      url,
      method: 'GET' as const,
      requestHeaders: [],
      status,
      statusText: '',
      responseHeaders: headers,
      body: bytes,
      truncated: null,
      ip,
      startedAt,
    },
    body: bytes,
  }
}

/** Delays from the end of each request to a host to the start of the next. */
export function delaysOf(arrivals: readonly Arrival[]): number[] {
  const last = new Map<string, number>()
  const delays: number[] = []
  for (const { host, start, end } of arrivals) {
    const before = last.get(host)
    if (before !== undefined) delays.push(start - before)
    last.set(host, end)
  }
  return delays
}
