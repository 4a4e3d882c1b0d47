import { type CurvePoint, f1, harvest, ratio } from './curve.ts'

/** The figures of one crawl, by labels unless `believed` is in the name; null without labels. */
export interface Indices {
  /** Share of relevant pages: harvest ratio, and OA's accuracy LP/DP. */
  readonly harvest: number | null
  /** Share of all relevant pages that were fetched. */
  readonly recall: number | null
  /** Harmonic mean of harvest and recall. */
  readonly f1: number | null
  /** Share of stories found, except those of the seeds. */
  readonly targetRecall: number | null
  /**
   * OA eq. 15 to 18: mean and standard deviation over relevant (LP) and over all pages (DP). A page that is relevant by the labels has
   * its relevance by words, any other page 0. Without labels, the relevance by words alone.
   */
  readonly averageRelevant: number | null
  readonly deviationRelevant: number | null
  readonly averageAll: number
  readonly deviationAll: number
  /** The same over all pages by words alone, ignoring the labels. */
  readonly wordsAverage: number
  readonly wordsDeviation: number
  /** Relevant pages fetched, including copies (OA's LP). */
  readonly relevant: number | null
  /** Distinct sources of relevant pages. */
  readonly sources: number | null
  /** Kept pages measured against the labels. */
  readonly keptPrecision: number | null
  readonly keptRecall: number | null
  readonly keptF1: number | null
  /** By the crawler's own verdicts: share of kept pages, mean relevance, sources of kept pages. */
  readonly believedHarvest: number
  readonly believedAverage: number
  readonly believedSources: number
}

export type IndexName = keyof Indices

/** The figures at one point of a curve. `existing` and `targets` are null without labels. */
export function indicesAt(point: CurvePoint, existing: number | null, targets: number | null): Indices {
  const byLabel = (value: (all: number) => number) => (existing === null ? null : value(existing))
  const recall = (all: number) => ratio(point.found, all)
  const keptPrecision = ratio(point.keptRelevant, point.keptCounted)
  const keptRecall = (all: number) => ratio(point.keptFound, all)
  const relevant = spread(point.relevant, point.relevantSum, point.relevantSquares)
  const words = spread(point.fetched, point.sum, point.squares)
  const all = existing === null ? words : spread(point.counted, point.relevantSum, point.relevantSquares)
  return {
    harvest: byLabel(() => harvest(point)),
    recall: byLabel(recall),
    f1: byLabel((n) => f1(harvest(point), recall(n))),
    targetRecall: targets === null ? null : ratio(point.targets, targets),
    averageRelevant: byLabel(() => relevant.average),
    deviationRelevant: byLabel(() => relevant.deviation),
    averageAll: all.average,
    deviationAll: all.deviation,
    wordsAverage: words.average,
    wordsDeviation: words.deviation,
    relevant: byLabel(() => point.relevant),
    sources: byLabel(() => point.sources),
    keptPrecision: byLabel(() => keptPrecision),
    keptRecall: byLabel(keptRecall),
    keptF1: byLabel((n) => f1(keptPrecision, keptRecall(n))),
    believedHarvest: ratio(point.kept, point.fetched),
    believedAverage: ratio(point.believedSum, point.fetched),
    believedSources: point.keptSources,
  }
}

/** OA eq. 15 to 18: the mean and the population standard deviation. */
function spread(n: number, sum: number, squares: number): { average: number; deviation: number } {
  const average = ratio(sum, n)
  return { average, deviation: Math.sqrt(Math.max(0, ratio(squares, n) - average ** 2)) }
}
