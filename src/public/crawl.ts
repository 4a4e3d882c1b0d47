import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openForCrawl } from '../collection.ts'
import { type CrawlEnd, explainEnd } from '../crawl/loop/crawl-end.ts'
import type { CrawlStats } from '../crawl/loop/stats.ts'
import { VisitLog } from '../crawl/loop/visit-log.ts'
import type { VisitWatch } from '../crawl/loop/visit-watch.ts'
import { requireContact } from '../crawl/network.ts'
import { eventContext } from '../event-context.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { ScopeRule } from '../frontier/scope/rule.ts'
import type { Log } from '../log/log.ts'
import { type LogTarget, openLog } from '../log/open-log.ts'
import type { CrawlSpecification } from '../model/crawl-options.ts'
import { checkOptionValue, firstSet, isCrawlOptionName } from '../model/crawl-specification.ts'
import { EventideError } from '../model/errors.ts'
import type { Verdict } from '../model/verdict.ts'
import { openRun } from '../open-run.ts'

export interface CrawlRequest {
  /** Folder of the collection; created if it does not exist. The same request resumes a crawl. */
  readonly collection: string
  /** Path of an event file, or its text. Needed for a new collection, kept in it from then on. */
  readonly event?: string | { readonly yaml: string }
  /** URLs to start from, in addition to those of the event. */
  readonly seeds?: readonly string[]
  /** Options of `eventide crawl` by their names in camel case: `{ pages: 500, delay: 1000, contact: 'you@example.org' }`. */
  readonly options?: CrawlSpecification
  /** Rules in addition to the built-in ones; they have the final say about links. */
  readonly scopeRules?: readonly ScopeRule[]
  /** Where pages come from. Default: the web. */
  readonly fetcher?: Fetcher
  /** Stops the crawl after the pages in progress; it can be resumed. */
  readonly signal?: AbortSignal
  /** Called after every page. */
  readonly onPage?: (page: CrawledPage, progress: CrawlProgress) => void
  /** Called with messages for the user. */
  readonly onNotice?: (text: string) => void
  /** A file to which what happens is appended: `{ file: 'crawl.jsonl' }`. */
  readonly log?: LogTarget
}

/** A page that was fetched, judged and stored. */
export interface CrawledPage {
  readonly url: string
  readonly title: string
  readonly verdict: Verdict
}

export interface CrawlProgress {
  /** Fetched pages of the collection, those of earlier runs included. */
  readonly fetched: number
  readonly kept: number
  /** Copies of kept pages, which are not counted again. */
  readonly copies: number
  /** Pages fetched by this run. */
  readonly fetchedThisRun: number
  readonly bytes: number
  /** Failures and exclusions of this run by kind: `{ 'http:404': 3 }`. */
  readonly failures: Readonly<Record<string, number>>
}

export interface CrawlResult extends CrawlProgress {
  /** Why the crawl ended: `pages`, `time`, `stopped`, `exhausted`, `saturated` or `waiting`. */
  readonly end: CrawlEnd
  /** Why the strategy expects no further relevant pages; null while it does. */
  readonly saturated: readonly string[] | null
}

/**
 * Crawls into a collection until nothing is left, a budget is used up or the signal aborts. Options apply to this run and are not stored
 * with the collection. Rejects with an `EventideError` if the request is wrong.
 */
export async function crawl(request: CrawlRequest): Promise<CrawlResult> {
  checkOptions(request.options ?? {})
  const file = request.log && openLog(request.log)
  const collection = basename(request.collection)
  try {
    return await crawlLogged(request, file && ((entry) => file.log({ ...entry, collection })))
  } finally {
    file?.close()
  }
}

async function crawlLogged(request: CrawlRequest, log: Log | undefined): Promise<CrawlResult> {
  const { seeds = [], options = {}, fetcher, scopeRules, onPage, onNotice } = request
  const file = await eventFileOf(request.event)
  try {
    const collection = await openForCrawl(
      request.collection,
      {
        ...{ eventFile: file?.path, seeds, specification: options },
        check: (event) => {
          if (!fetcher)
            requireContact(
              firstSet(options, event.crawl ?? {}),
              "set options.contact, such as 'you@example.org'",
            )
        },
      },
      eventContext,
    )
    try {
      const visits: VisitWatch = {
        doing: () => {},
        judged: (lease, title, verdict) =>
          onPage?.({ url: lease.url, title, verdict }, progressOf(run.stats)),
        over: () => {},
      }
      const run = await openRun(collection, options, {
        ...{ seeds, fetcher, scopeRules },
        visits: log ? new VisitLog(log, visits) : visits,
        onNotice: (text) => {
          onNotice?.(text)
          log?.({ level: 'warn', event: 'notice', message: text })
        },
      })
      try {
        const never = new AbortController().signal
        log?.({ level: 'info', event: 'crawl-started' })
        const { end, stats, saturated } = await run.crawl({ drain: request.signal ?? never })
        log?.({ level: 'info', event: 'crawl-ended', message: explainEnd(end, 'command') })
        return { ...progressOf(stats), end, saturated }
      } finally {
        await run.close()
      }
    } finally {
      await collection.store.close()
    }
  } finally {
    await file?.remove()
  }
}

function progressOf({ fetched, kept, copies, fetchedThisRun, bytes, failures }: CrawlStats): CrawlProgress {
  return { fetched, kept, copies, fetchedThisRun, bytes, failures: Object.fromEntries(failures) }
}

/** Refuses unknown options and values out of bounds, as the command line does. */
function checkOptions(options: CrawlSpecification): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (!isCrawlOptionName(name))
      throw new EventideError('crawl-option', `There is no crawl option "${name.slice(0, 80)}"`)
    const { problem } = checkOptionValue(name, value)
    if (problem !== undefined) throw new EventideError('crawl-option', `The crawl option ${name} ${problem}`)
  }
}

interface EventFile {
  readonly path: string
  remove(): Promise<void>
}

async function eventFileOf(event: CrawlRequest['event']): Promise<EventFile | undefined> {
  if (event === undefined) return undefined
  if (typeof event === 'string') return { path: event, remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'eventide-event-'))
  const path = join(folder, 'event.yaml')
  await writeFile(path, event.yaml)
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
