import { type CrawlObserver, type CrawlTiming, runCrawl } from '../crawl/run-crawl.ts'
import { logOf } from '../metrics/crawl-log.ts'
import { type CurvePoint, checkpointsOf, curveOf } from '../metrics/curve.ts'
import { type Indices, indicesAt } from '../metrics/indices.ts'
import { type LabSetup, type LabStrategy, specificationOf, type Trial } from '../setup.ts'
import type { TrialEnvironment } from './trial-environment.ts'

/** The result of one strategy in one trial. Plain data; everything but `timing` is reproducible. */
export interface TrialRun extends Trial {
  /** Index in the strategies of the setup. */
  readonly strategy: number
  readonly end: string
  readonly fetched: number
  readonly requests: number
  /** Relevant pages of the web; null without labels. */
  readonly relevantPages: number | null
  /** Their stories, except those of the seeds; null without labels. */
  readonly targets: number | null
  /** Why the strategy is saturated; null if it is not. */
  readonly exhausted: readonly string[] | null
  readonly curve: readonly CurvePoint[]
  readonly indices: Indices
  readonly timing: CrawlTiming
}

/** Crawls with one strategy and measures it; null if stopped before its end. */
export async function runTrial(
  setup: LabSetup,
  trial: Trial,
  strategy: number,
  environment: TrialEnvironment,
  observer: CrawlObserver,
): Promise<TrialRun | null> {
  const spec: LabStrategy | undefined = setup.strategies[strategy]
  if (!spec) throw new RangeError(`There is no strategy with index ${strategy}`)
  const result = await runCrawl(
    {
      event: environment.event,
      seeds: environment.seeds,
      strategy: spec,
      randomSeed: trial.randomSeed,
      // On the example web each seed gives another web; on other webs a seed only breaks ties differently.
      shuffle: setup.web.kind !== 'example' && trial.randomSeed !== setup.randomSeeds[0],
      now: environment.now,
    },
    environment.cache,
    specificationOf(setup),
    observer,
  )
  if (result.end === 'stopped') return null
  const log = logOf(
    result.pages,
    environment.truth,
    (url) => environment.cache.relevance(url),
    environment.seeds,
  )
  const { relevantPages, targets } = log
  const curve = curveOf(log, checkpointsOf(setup.pages, setup.points))
  const [last] = curve.slice(-1)
  if (!last) throw new RangeError('A crawl needs a page budget')
  return {
    ...trial,
    strategy,
    end: result.end,
    fetched: result.pages.length,
    requests: result.requests,
    relevantPages,
    targets,
    exhausted: result.exhausted,
    curve,
    indices: indicesAt(last, relevantPages, targets),
    timing: result.timing,
  }
}
