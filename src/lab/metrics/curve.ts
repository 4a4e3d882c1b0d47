import type { CrawlLog } from './crawl-log.ts'

/** The counts of a crawl after `at` pages, from which every ratio is computed. */
export interface CurvePoint {
  readonly at: number
  /** Pages fetched; less than `at` if the crawl ended earlier. */
  readonly fetched: number
  /** Pages with a label of true or false. */
  readonly counted: number
  /** Relevant by the labels, including copies (OA's LP). */
  readonly relevant: number
  /** Distinct relevant pages. */
  readonly found: number
  /** Stories found, except those of the seeds. */
  readonly targets: number
  /** Sources of the relevant pages. */
  readonly sources: number
  /** Pages the crawler kept, and their sources. */
  readonly kept: number
  readonly keptSources: number
  /** Kept pages with a label of true or false, the relevant ones among them, and the distinct relevant ones. */
  readonly keptCounted: number
  readonly keptRelevant: number
  readonly keptFound: number
  /** Relevance by words, over all pages and over relevant pages: sum and sum of squares. */
  readonly sum: number
  readonly squares: number
  readonly relevantSum: number
  readonly relevantSquares: number
  /** Sum of the relevance in the crawler's verdicts. */
  readonly believedSum: number
}

/** Evenly spaced page counts; the last is the whole budget. */
export function checkpointsOf(pages: number, points: number): number[] {
  const count = Math.min(pages, points)
  return Array.from({ length: count }, (_, i) => Math.round((pages * (i + 1)) / count))
}

/** The counts at each checkpoint; after the end of a crawl they stay constant. */
export function curveOf(log: CrawlLog, checkpoints: readonly number[]): CurvePoint[] {
  const now = {
    fetched: 0,
    counted: 0,
    relevant: 0,
    found: 0,
    targets: 0,
    kept: 0,
    keptCounted: 0,
    keptRelevant: 0,
    keptFound: 0,
    sum: 0,
    squares: 0,
    relevantSum: 0,
    relevantSquares: 0,
    believedSum: 0,
  }
  const sources = new Set<string>()
  const keptSources = new Set<string>()
  const points: CurvePoint[] = []
  for (const at of checkpoints) {
    for (const page of log.pages.slice(now.fetched, at)) {
      now.fetched++
      now.sum += page.relevance
      now.squares += page.relevance ** 2
      now.believedSum += page.believed.relevance
      if (page.relevant !== null) now.counted++
      if (page.relevant) {
        now.relevant++
        now.relevantSum += page.relevance
        now.relevantSquares += page.relevance ** 2
        sources.add(page.source)
      }
      if (page.firstOfPage) now.found++
      if (page.firstOfStory) now.targets++
      if (!page.believed.relevant) continue
      now.kept++
      keptSources.add(page.source)
      if (page.relevant !== null) now.keptCounted++
      if (page.relevant) now.keptRelevant++
      if (page.firstOfPage) now.keptFound++
    }
    points.push({ at, ...now, sources: sources.size, keptSources: keptSources.size })
  }
  return points
}

/** Share of relevant pages: harvest ratio, cumulative precision (TI) and accuracy LP/DP (OA) are the same. */
export function harvest({ relevant, counted }: Pick<CurvePoint, 'relevant' | 'counted'>): number {
  return ratio(relevant, counted)
}

export function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}

/** The harmonic mean; 0 if either is 0. */
export function f1(precision: number, recall: number): number {
  return ratio(2 * precision * recall, precision + recall)
}
