import type { Archive } from '../archive/warc-writer.ts'
import type { CaptureNote } from '../crawl/capture-note.ts'
import { seedItem } from '../crawl/links/link-items.ts'
import {
  type ArchivedExchange,
  type ArchivedStep,
  archivedVisits,
  runOptions,
} from '../crawl/recovery/archived-visits.ts'
import { decide } from '../crawl/recovery/missed-entries.ts'
import { type ArchivedRobots, RobotsChain } from '../crawl/recovery/robots-chain.ts'
import { robotsOf } from '../fetch/robots-policy.ts'
import { canonicalUrl } from '../frontier/canonical-url.ts'
import type { Lease, UrlId } from '../model/crawl.ts'
import type { CrawlSpecification } from '../model/crawl-options.ts'
import {
  checkOptionValue,
  firstSet,
  isCrawlOptionName,
  withCurrentNames,
} from '../model/crawl-specification.ts'
import { EventideError, FetchFailure } from '../model/errors.ts'
import type { EventModel } from '../model/event.ts'
import type { Exchange } from '../model/exchange.ts'
import type { PageReading } from '../model/page.ts'
import type { RobotsRecord } from '../model/robots.ts'
import type { Verdict } from '../model/verdict.ts'
import { openRun, type Run } from '../open-run.ts'
import type { PastVisit } from '../pipeline.ts'
import type { Rendering } from '../render/rendering.ts'
import type { Strategy } from '../score/strategy.ts'
import type { JournalEntry } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** What a collection is rebuilt from, and the empty store it is rebuilt in. */
export interface ReplayInput {
  readonly event: EventModel
  readonly store: Store
  readonly archiveDir: string
  /** What people told the collection. */
  readonly journal: readonly JournalEntry[]
  /** Options for archive files that do not state theirs, and those of the machine. */
  readonly settings: CrawlSpecification
}

export interface Replayed {
  /** Archived visits that were taken in, pages or not. */
  readonly visits: number
  /** Decisions of curators about pages or sources that the archive does not hold. */
  readonly lostDecisions: number
  /** Records that tell nothing: damaged, or of another program. */
  readonly unreadable: readonly { readonly file: string; readonly offset: number; readonly what: string }[]
}

type Visit = Extract<ArchivedStep, { kind: 'visit' }>
type Decision = Extract<JournalEntry, { decision: unknown }>['decision']

const WORKER = 'rebuild'
const LEASE_MS = 3_600_000

/** Everything archived is taken in as it was; nothing is fetched, rendered or written to the archive. */
const FIXED: CrawlSpecification = { render: 'always', archive: 'all', ignoreNoarchive: true }

/**
 * Fills an empty store with what the archive tells: every archived visit goes again through the stages of the pipeline from page reading on, with
 * the verdict that was recorded. The links of the pages fill the frontier, and the strategy learns as it did.
 */
export async function replayArchive(from: ReplayInput): Promise<Replayed> {
  const replay = new Replay(from)
  await replay.run()
  return replay.report
}

class Replay {
  readonly #from: ReplayInput
  readonly #decisions: Decision[]
  /** By origin: rules whose sitemaps are not in the frontier, because no visit followed yet. */
  readonly #unfollowed = new Map<string, RobotsRecord>()
  readonly #unreadable: Replayed['unreadable'][number][] = []
  #current: Visit | null = null
  #visits = 0

  constructor(from: ReplayInput) {
    this.#from = from
    this.#decisions = from.journal.flatMap((entry) => ('decision' in entry ? [entry.decision] : []))
  }

  get report(): Replayed {
    return {
      visits: this.#visits,
      lostDecisions: this.#decisions.length,
      unreadable: this.#unreadable,
    }
  }

  async run(): Promise<void> {
    const { event, store, archiveDir, journal, settings } = this.#from
    const seeds = journal.flatMap((entry) => ('seed' in entry ? [entry.seed] : []))
    const last = (await lastOptions(archiveDir)) ?? settings
    // Pages are read one after the other, in the order of their visits.
    const { readingWorkers = 1 } = settings
    const run = await openRun(
      { event, store, archiveDir },
      { ...firstSet(last), ...FIXED, readingWorkers },
      {
        seeds: seeds.filter((url) => seedItem(url) !== null),
        archive: this.#archive(),
        fetcher: NO_FETCHER,
        renderer: { render: async () => this.#rendering(), close: async () => {} },
        wrapStrategy: (strategy) => this.#withRecordedVerdicts(strategy),
      },
    )
    try {
      await run.replay(this.#pastVisits(run, last.strategy))
      for (const decision of this.#decisions.splice(0)) await this.#decide(run, decision)
    } finally {
      await run.close()
    }
  }

  async *#pastVisits(run: Run, strategy: CrawlSpecification['strategy']): AsyncGenerator<PastVisit> {
    const { archiveDir } = this.#from
    const chain = new RobotsChain()
    for await (const step of archivedVisits(archiveDir, run.specification.maxDecoded)) {
      if (step.kind === 'robots') await this.#learnRobots(chain.add(step))
      else await this.#learnRobots(chain.end())
      if (step.kind === 'options') await run.change({ ...optionsFrom(step.options), strategy, ...FIXED })
      if (step.kind === 'unreadable') this.#unreadable.push(step)
      if (step.kind !== 'visit') continue
      await this.#decideUntil(run, step.exchange.startedAt)
      const lease = await this.#lease(step)
      if (!lease) continue
      this.#current = step
      this.#visits++
      const { exchange, body, note } = step
      const { origin } = new URL(exchange.url)
      const robots = this.#unfollowed.get(origin)
      const sitemaps = robots ? robotsOf(robots).sitemaps : []
      this.#unfollowed.delete(origin)
      const permission = { crawlDelaySeconds: null, allowedBy: note.allowedBy }
      yield { lease, result: { exchange, body }, permission, sitemaps }
    }
    await this.#learnRobots(chain.end())
    for (const robots of this.#unfollowed.values()) await this.#expire(robots)
  }

  async #learnRobots(robots: ArchivedRobots | null): Promise<void> {
    if (!robots) return
    const { record, captures } = robots
    await this.#from.store.putRobots(record, captures)
    this.#unfollowed.set(record.origin, record)
  }

  /** For which page a robots.txt was fetched is not archived. Fetched again for the next one, it brings its sitemaps then. */
  async #expire(robots: RobotsRecord): Promise<void> {
    if (robotsOf(robots).sitemaps.length > 0) await this.#from.store.putRobots({ ...robots, fetchedAt: 0 })
  }

  /** The URL as it was leased; one that no page read so far leads to is made known first. */
  async #lease({ note, exchange }: Visit): Promise<Lease | undefined> {
    const { store } = this.#from
    const { canonicalUrl: canonical, score, evidence, depth, redirects } = note.link
    const claim = () =>
      store.claimUrl(
        { canonicalUrl: canonical, url: exchange.url, score, evidence },
        { worker: WORKER, leaseMs: LEASE_MS, now: Date.now() },
      )
    const lease = (await claim()) ?? ((await this.#makeKnown(note)) ? await claim() : undefined)
    // As often as it takes for a refusal to be final: only final ones are archived.
    return lease && { ...lease, depth, redirects, attempts: Number.MAX_SAFE_INTEGER }
  }

  async #makeKnown({ link }: CaptureNote): Promise<boolean> {
    const { store } = this.#from
    let parent: UrlId | null = null
    for (const [i, address] of [...link.path, link.canonicalUrl].entries()) {
      const known = canonicalUrl(address)
      if (!known) return false
      const isLast = i === link.path.length
      const { evidence, score } = link
      await store.add([
        {
          ...{ ...known, canonicalUrl: address, score, evidence: isLast ? evidence : {}, parent, anchor: '' },
          depth: isLast ? link.depth : Math.min(i, link.depth),
          redirects: isLast ? link.redirects : 0,
          tunnel: 0,
        },
      ])
      parent = (await store.explain(address))?.id ?? null
    }
    return true
  }

  async #decideUntil(run: Run, at: Date): Promise<void> {
    const due = this.#decisions.filter((decision) => decision.at < at.toISOString())
    if (due.length === 0) return
    const later = this.#decisions.filter((decision) => !due.includes(decision))
    this.#decisions.splice(0, this.#decisions.length, ...later)
    for (const decision of due) await this.#decide(run, decision)
  }

  /** What is decided about something that the archive does not hold waits for the end, and is counted there. */
  async #decide(run: Run, decision: Decision): Promise<void> {
    const isDone = await decide(this.#from.store, (order) => run.curate(order), decision)
    if (!isDone) this.#decisions.push(decision)
  }

  /** Appends nothing: what is to be archived is, and this says where. */
  #archive(): Archive {
    const captureOf = (exchange: Exchange) => {
      if (exchange.resource === undefined) return this.#current?.capture
      return this.#current?.resources.find((resource: ArchivedExchange) => resource.exchange === exchange)
        ?.capture
    }
    return {
      append: async (exchange) => {
        const capture = captureOf(exchange)
        if (capture) return capture
        throw new EventideError('no-archive', `No record of ${exchange.url}`, { exit: 'internal' })
      },
      close: async () => {},
    }
  }

  #rendering(): Rendering {
    const { drawn, exchange, resources } = this.#current as Visit
    return {
      drawn: drawn === null ? null : { html: drawn, drawnAt: exchange.startedAt, leadsTo: null },
      problem: null,
      resources: resources.map((resource) => resource.exchange),
    }
  }

  /** The strategy sees each page as it did, and what it says now is replaced by what it said then. */
  #withRecordedVerdicts(strategy: Strategy): Strategy {
    const judge = strategy.judge.bind(strategy)
    const judgeAsRecorded = (page: PageReading): Verdict => {
      const now = judge(page)
      return this.#current?.note.verdict ?? now
    }
    // In place: what is known about a strategy is known by its identity.
    Object.defineProperty(strategy, 'judge', { value: judgeAsRecorded })
    return strategy
  }
}

const NO_FETCHER = {
  fetch: async () => {
    throw new FetchFailure('no-contact')
  },
  close: async () => {},
}

/** The options of the last run: its strategy is the one that goes on. */
async function lastOptions(archiveDir: string): Promise<CrawlSpecification | undefined> {
  let last: CrawlSpecification | undefined
  for await (const options of runOptions(archiveDir)) last = optionsFrom(options)
  return last
}

function optionsFrom(options: Readonly<Record<string, unknown>>): CrawlSpecification {
  const valid = Object.entries(withCurrentNames(options)).filter(
    ([name, value]) => isCrawlOptionName(name) && checkOptionValue(name, value).problem === undefined,
  )
  return Object.fromEntries(valid)
}
