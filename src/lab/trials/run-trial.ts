import { logOf } from '../metrics/crawl-log.ts'
import { type CurvePoint, checkpointsOf, curveOf } from '../metrics/curve.ts'
import { type Indices, indicesAt } from '../metrics/indices.ts'
import { type CrawlTiming, type CrawlWatch, runCrawl } from '../run-crawl.ts'
import type { LabSetup, LabStrategy, Trial } from '../setup.ts'
import type { TrialEnvironment } from './trial-environment.ts'

/** What one strategy came to in one trial. Plain data; all but `timing` is the same each time. */
export interface TrialRun extends Trial {
  /** Which of the setup's strategies. */
  readonly strategy: number
  readonly end: string
  readonly fetched: number
  readonly requests: number
  /** Relevant pages the web has; null without labels. */
  readonly relevantPages: number | null
  /** Stories among them that no seed gives away; null without labels. */
  readonly targets: number | null
  /** Why the strategy expected nothing more; null when it did. */
  readonly exhausted: readonly string[] | null
  readonly curve: readonly CurvePoint[]
  readonly indices: Indices
  readonly timing: CrawlTiming
}

/** Crawls with one strategy and measures it; null when it was stopped before its end. */
export async function runTrial(
  setup: LabSetup,
  trial: Trial,
  strategy: number,
  ground: TrialEnvironment,
  watch: CrawlWatch,
): Promise<TrialRun | null> {
  const spec: LabStrategy | undefined = setup.strategies[strategy]
  if (!spec) throw new RangeError(`there is no strategy number ${strategy}`)
  const result = await runCrawl(
    {
      event: ground.event,
      seeds: ground.seeds,
      strategy: spec.name,
      options: spec.options,
      randomSeed: trial.randomSeed,
      // Another seed of the example web is another web; a fixed one can only be taken in another order.
      shuffle: setup.web.kind !== 'example' && trial.randomSeed !== setup.randomSeeds[0],
      now: ground.now,
    },
    ground.memory,
    setup,
    watch,
  )
  if (result.end === 'stopped') return null
  const log = logOf(result.pages, ground.truth, (url) => ground.memory.relevance(url), ground.seeds)
  const { relevantPages, targets } = log
  const curve = curveOf(log, checkpointsOf(setup.pages, setup.points))
  const [last] = curve.slice(-1)
  if (!last) throw new RangeError('a crawl needs a budget of pages')
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
