import type { Fetcher } from '../fetch/fetcher.ts'
import type { LabReport } from '../lab/report/report.ts'
import type { LabSetup, WebSpec } from '../lab/setup.ts'
import type { Json } from '../model/json.ts'

/** A made-up news web in this process, with an event to look for. */
export interface ExampleWeb {
  /** The text of the event file. */
  readonly event: string
  readonly seeds: readonly string[]
  /** Gives its pages, without a network. */
  readonly fetcher: Fetcher
}

export interface ExampleWebOptions {
  /** Approximate number of pages. Default: 3000. */
  readonly pages?: number
  /** Another seed gives another web. Default: 1. */
  readonly seed?: number
}

/** Creates the example web that `eventide example` crawls. */
export async function createExampleWeb(options: ExampleWebOptions = {}): Promise<ExampleWeb> {
  const [{ createExampleWeb: create }, { createWebFetcher }] = await Promise.all([
    import('../lab/web/example-web.ts'),
    import('../lab/web/web-fetcher.ts'),
  ])
  const web = create(options)
  return {
    event: web.event,
    seeds: web.seeds,
    fetcher: createWebFetcher(web, { now: () => new Date() }),
  }
}

export interface ComparisonRequest {
  /** Names of strategies, or names with options. */
  readonly strategies: readonly (
    | string
    | { readonly name: string; readonly options?: Readonly<Record<string, Json>> }
  )[]
  /** `example`, `example:200000` (pages), or a file of JSON lines. Default: `example`. */
  readonly web?: string
  /** WARC files to crawl as a web instead. */
  readonly warc?: readonly string[]
  /** Event file for a web that is not the example web. */
  readonly event?: string
  /** URLs to start from, for a web that is not the example web. */
  readonly seeds?: readonly string[]
  /** What is relevant on a web that is not the example web: a label of its pages, or a file of URLs. */
  readonly relevant?: string
  /** Pages that each crawl fetches. Default: 1000. */
  readonly pages?: number
  /** Random seeds; each repeats the comparison. Default: 1, 2, 3, 4 and 5. */
  readonly randomSeeds?: readonly number[]
  /** Processes. With more than 1, strategies that were registered must come from `loadPlugins`. Default: 1. */
  readonly jobs?: number
  /** Folder for `report.html` and `report.json`; an interrupted comparison is resumed from there. */
  readonly folder?: string
  /** Stops the comparison; the report then has the finished crawls. */
  readonly signal?: AbortSignal
  /** Called as pages are fetched. */
  readonly onProgress?: (progress: ComparisonProgress) => void
}

export interface ComparisonProgress {
  /** Finished crawls. */
  readonly finished: number
  /** All crawls of the comparison. */
  readonly total: number
  /** Pages fetched in all. */
  readonly pages: number
}

const POINTS = 50

/** Crawls one web with several strategies and measures each against labels. */
export async function compareStrategies(request: ComparisonRequest): Promise<LabReport> {
  const [{ compareStrategies: compare }, setups] = await Promise.all([
    import('../lab/compare-strategies.ts'),
    import('../lab/setup-from-options.ts'),
  ])
  const { warc, event, relevant, pages = 1000, randomSeeds = [1, 2, 3, 4, 5] } = request
  const web: WebSpec = warc
    ? { kind: 'warc', files: warc, capture: 'latest' }
    : setups.webSpecOf(request.web ?? 'example')
  const goal = await setups.goalSpecOf(web, { event, relevant })
  const setup: LabSetup = {
    web,
    goal: goal.kind === 'events' ? goal : { ...goal, seeds: request.seeds ?? [] },
    strategies: setups.labStrategies(request.strategies.map(labStrategyOf)),
    randomSeeds,
    pages,
    concurrency: 1,
    delayMs: 0,
    points: POINTS,
  }
  const progress = { finished: 0, total: 0, pages: 0 }
  const report = () => request.onProgress?.({ ...progress })
  const { report: result } = await compare({
    setup,
    jobs: request.jobs ?? 1,
    folder: request.folder,
    command: 'compareStrategies()',
    signal: request.signal ?? new AbortController().signal,
    onStart: ({ total, finished }) => {
      Object.assign(progress, { total, finished })
      report()
    },
    onRun: () => {
      progress.finished++
      report()
    },
    onPages: (fetched) => {
      progress.pages += fetched
      report()
    },
  })
  return result
}

function labStrategyOf(given: ComparisonRequest['strategies'][number]) {
  const { name, options = {} } = typeof given === 'string' ? { name: given } : given
  const parts = Object.entries(options).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return { name, options, label: parts.length > 0 ? `${name}:${parts.join(';')}` : name }
}
