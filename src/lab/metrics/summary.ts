import type { LabSetup } from '../setup.ts'
import type { TrialRun } from '../trials/run-trial.ts'
import { harvest, ratio } from './curve.ts'
import { type Friedman, type FriedmanBlock, friedman } from './friedman.ts'
import { type IndexName, type Indices, indicesAt } from './indices.ts'
import { type Interval, intervalOf } from './interval.ts'

/** The indices that rank strategies: those of OA table 5, and recall, which is known on a closed web. */
export const RANKED = [
  { index: 'harvest', name: 'accuracy', best: 'highest' },
  { index: 'averageAll', name: 'average relevance', best: 'highest' },
  { index: 'deviationAll', name: 'deviation', best: 'lowest' },
  { index: 'recall', name: 'recall', best: 'highest' },
] as const satisfies readonly { index: IndexName; name: string; best: 'highest' | 'lowest' }[]

interface CurveSummary {
  readonly at: number
  readonly harvest: Interval
  readonly recall: Interval
  readonly believedHarvest: Interval
}

/** Shares of the page budget at which OA table 4 reports a crawl. */
const STAGES = [0.25, 0.5, 0.75, 1] as const

interface StageSummary {
  readonly at: number
  readonly indices: IndexSummary
}

type IndexSummary = Readonly<Record<IndexName, Interval | null>>

export interface StrategySummary {
  /** Index in the strategies of the setup. */
  readonly strategy: number
  readonly runs: number
  readonly fetched: Interval
  readonly requests: Interval
  readonly indices: IndexSummary
  readonly stages: readonly StageSummary[]
  readonly curve: readonly CurveSummary[]
  /** Per page. */
  readonly cpuMs: Interval
  readonly strategyMs: Interval
  /** Number of crawls by how they ended. */
  readonly ends: Readonly<Record<string, number>>
}

export interface Summary {
  /** What means and intervals are computed over: events if there are several, else random seeds. */
  readonly over: 'events' | 'random seeds'
  readonly replicates: number
  readonly labelled: boolean
  readonly strategies: readonly StrategySummary[]
  /** Blocks are the means of the indices, as in OA table 5. Null with fewer than two strategies or without labels. */
  readonly ranks: Friedman | null
  /** Blocks are the indices in every replicate. */
  readonly ranksByReplicate: Friedman | null
}

/** One of what means are computed over, in the singular. */
export function replicateName({ over }: Pick<Summary, 'over'>): string {
  return over === 'events' ? 'event' : 'random seed'
}

/** The runs of one event or one random seed, which count once by their mean. */
type Replicate = readonly TrialRun[]

/** Means, intervals and ranks of a comparison, over the trials that every strategy has finished. */
export function summarise(setup: LabSetup, runs: readonly TrialRun[]): Summary {
  const complete = completeRuns(setup, runs)
  const severalEvents = new Set(complete.map(({ event }) => event)).size > 1
  const keyOf = (run: TrialRun) => (severalEvents ? run.event : run.randomSeed)
  const keys = [...new Set(complete.map(keyOf))]
  const labelled = complete.length > 0 && complete.every((run) => run.relevantPages !== null)
  const ofStrategy = setup.strategies.map((_, strategy) =>
    keys.map((key) => complete.filter((run) => run.strategy === strategy && keyOf(run) === key)),
  )
  const strategies = ofStrategy.map((replicates, strategy) => summaryOf(strategy, replicates))
  const rankable = labelled && setup.strategies.length > 1
  return {
    over: severalEvents ? 'events' : 'random seeds',
    replicates: keys.length,
    labelled,
    strategies,
    ranks: rankable ? friedman(blocksOfMeans(strategies)) : null,
    ranksByReplicate:
      rankable && keys.length > 1 ? friedman(blocksOfReplicates(ofStrategy, keys.length)) : null,
  }
}

function completeRuns(setup: LabSetup, runs: readonly TrialRun[]): TrialRun[] {
  const counts = new Map<string, number>()
  const trialOf = ({ event, randomSeed }: TrialRun) => `${event} ${randomSeed}`
  for (const run of runs) counts.set(trialOf(run), (counts.get(trialOf(run)) ?? 0) + 1)
  return runs.filter((run) => counts.get(trialOf(run)) === setup.strategies.length)
}

function summaryOf(strategy: number, replicates: readonly Replicate[]): StrategySummary {
  const over = (value: (run: TrialRun) => number) => intervalOf(replicates.map((runs) => meanOf(runs, value)))
  const runs = replicates.flat()
  const [first] = runs
  const points = first?.curve ?? []
  const stages = STAGES.flatMap((share) => {
    const i = Math.round(share * points.length) - 1
    const at = points[i]?.at
    return at === undefined ? [] : [{ at, indices: indexSummary(replicates, i) }]
  })
  const ends: Record<string, number> = {}
  for (const { end } of runs) ends[end] = (ends[end] ?? 0) + 1
  return {
    strategy,
    runs: runs.length,
    fetched: over((run) => run.fetched),
    requests: over((run) => run.requests),
    indices: indexSummary(replicates, points.length - 1),
    stages,
    curve: points.map(({ at }, i) => ({
      at,
      harvest: over(({ curve }) => harvest(curve[i] ?? NOTHING)),
      recall: over(({ curve, relevantPages }) => ratio(curve[i]?.found ?? 0, relevantPages ?? 0)),
      believedHarvest: over(({ curve }) => ratio(curve[i]?.kept ?? 0, curve[i]?.fetched ?? 0)),
    })),
    cpuMs: over(({ timing, fetched }) => ratio(timing.cpuMs, fetched)),
    strategyMs: over(({ timing, fetched }) => ratio(timing.strategyMs, fetched)),
    ends,
  }
}

/** All indices at one point of the curves. */
function indexSummary(replicates: readonly Replicate[], point: number): IndexSummary {
  const at = (run: TrialRun): Indices | undefined => {
    const counts = run.curve[point]
    return counts && indicesAt(counts, run.relevantPages, run.targets)
  }
  const values = replicates.map((runs) => runs.flatMap((run) => at(run) ?? []))
  const names = Object.keys(values[0]?.[0] ?? {}) as IndexName[]
  const summaries = names.map((name) => {
    const unknown = values.some((all) => all.some((indices) => indices[name] === null))
    const means = values.map((all) =>
      ratio(
        sumOf(all, (indices) => indices[name] ?? 0),
        all.length,
      ),
    )
    return [name, unknown ? null : intervalOf(means)] as const
  })
  return Object.fromEntries(summaries) as Record<IndexName, Interval | null>
}

const NOTHING = { relevant: 0, counted: 0 }

function meanOf(runs: readonly TrialRun[], value: (run: TrialRun) => number): number {
  return ratio(sumOf(runs, value), runs.length)
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}

function blocksOfMeans(strategies: readonly StrategySummary[]): FriedmanBlock[] {
  return RANKED.map(({ index, name, best }) => ({
    name,
    best,
    values: strategies.map(({ indices }) => indices[index]?.mean ?? 0),
  }))
}

function blocksOfReplicates(ofStrategy: readonly (readonly Replicate[])[], count: number): FriedmanBlock[] {
  return RANKED.flatMap(({ index, name, best }) =>
    Array.from({ length: count }, (_, i) => ({
      name,
      best,
      values: ofStrategy.map((replicates) => meanOf(replicates[i] ?? [], (run) => run.indices[index] ?? 0)),
    })),
  )
}
