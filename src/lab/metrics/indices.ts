import { type CurvePoint, f1, harvest, ratio } from './curve.ts'

/** The figures of one crawl. By labels unless `believed` says otherwise; null where there are no labels. */
export interface Indices {
  /** Relevant among fetched: harvest ratio, and OA's accuracy LP/DP. */
  readonly harvest: number | null
  /** Distinct relevant pages fetched, of all that exist. */
  readonly recall: number | null
  /** Of harvest and recall. */
  readonly f1: number | null
  /** Stories found, of all that no seed gives away. */
  readonly targetRecall: number | null
  /**
   * OA eq. 15 to 18: mean and standard deviation over relevant (LP) and over all pages (DP). Labels decide, the yardstick gives degrees: a page
   * that is not relevant by the labels has relevance 0. Over all pages and without labels the yardstick alone.
   */
  readonly averageRelevant: number | null
  readonly deviationRelevant: number | null
  readonly averageAll: number
  readonly deviationAll: number
  /** The same over all pages by the yardstick alone, whatever the labels say. */
  readonly wordsAverage: number
  readonly wordsDeviation: number
  /** Relevant pages fetched, copies included: OA's LP. */
  readonly relevant: number | null
  /** Distinct sources of relevant pages. */
  readonly sources: number | null
  /** What the crawler kept, against the labels. */
  readonly keptPrecision: number | null
  readonly keptRecall: number | null
  readonly keptF1: number | null
  /** What the crawler believed: kept among fetched, its own mean relevance, sources of what it kept. */
  readonly believedHarvest: number
  readonly believedAverage: number
  readonly believedSources: number
}

export type IndexName = keyof Indices

/** What a crawl had come to at a point of its curve. `existing` and `targets` are null without labels. */
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

/** OA eq. 15 to 18: the mean, and the deviation divided by the number of pages, not by one less. */
function spread(n: number, sum: number, squares: number): { average: number; deviation: number } {
  const average = ratio(sum, n)
  return { average, deviation: Math.sqrt(Math.max(0, ratio(squares, n) - average ** 2)) }
}
