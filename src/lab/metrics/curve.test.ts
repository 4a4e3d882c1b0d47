import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CrawlLog, LoggedPage } from './crawl-log.ts'
import { checkpointsOf, curveOf, f1 } from './curve.ts'
import { indicesAt } from './indices.ts'

const page = (relevant: boolean | null, given: Partial<LoggedPage> = {}): LoggedPage => ({
  relevant,
  firstOfPage: relevant === true,
  firstOfStory: relevant === true,
  source: 'a.example',
  relevance: relevant ? 0.8 : 0.2,
  believed: { relevance: 0.5, relevant: false },
  ...given,
})
const kept = { believed: { relevance: 0.9, relevant: true } }

const log: CrawlLog = {
  relevantPages: 5,
  targets: 4,
  pages: [
    page(true, { ...kept, firstOfStory: false }),
    page(false, kept),
    page(null, kept),
    page(true, { source: 'b.example', relevance: 0.6 }),
    // A copy of a page that was found already.
    page(true, { ...kept, firstOfPage: false, firstOfStory: false }),
    page(false),
  ],
}

describe('curveOf', () => {
  it('counts by labels and, separately, what the crawler kept', () => {
    const [, last] = curveOf(log, [3, 6])
    expect(last).toMatchObject({ fetched: 6, counted: 5, relevant: 3, found: 2, targets: 1, sources: 2 })
    expect(last).toMatchObject({ kept: 4, keptCounted: 3, keptRelevant: 2, keptFound: 1, keptSources: 1 })
  })

  it('stays constant after the crawl ends', () => {
    const [a, b] = curveOf(log, [6, 100])
    expect(b).toEqual({ ...a, at: 100 })
  })

  it('does not depend on earlier checkpoints', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(true, false, null), { minLength: 1, maxLength: 30 }), (labels) => {
        const crawl = { ...log, pages: labels.map((label) => page(label)) }
        const every = curveOf(
          crawl,
          Array.from({ length: labels.length }, (_, i) => i + 1),
        )
        expect(every.slice(-1)).toEqual(curveOf(crawl, [labels.length]))
      }),
    )
  })

  it('spaces checkpoints evenly, the last at the budget', () => {
    expect(checkpointsOf(200, 4)).toEqual([50, 100, 150, 200])
    expect(checkpointsOf(3, 50)).toEqual([1, 2, 3])
    expect(checkpointsOf(10, 3)).toEqual([3, 7, 10])
  })
})

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length)
}

describe('indicesAt', () => {
  const [point] = curveOf(log, [6])
  const indices = indicesAt(point!, log.relevantPages, log.targets)

  it('leaves out unsure pages, and counts copies for harvest but not for recall', () => {
    expect(indices.harvest).toBeCloseTo(3 / 5)
    expect(indices.recall).toBeCloseTo(2 / 5)
    expect(indices.f1).toBeCloseTo(0.48)
    expect(indices.targetRecall).toBeCloseTo(1 / 4)
    expect(indices.sources).toBe(2)
  })

  it('compares kept pages with the labels', () => {
    expect(indices.keptPrecision).toBeCloseTo(2 / 3)
    expect(indices.keptRecall).toBeCloseTo(1 / 5)
    expect(indices.believedHarvest).toBeCloseTo(4 / 6)
    expect(indices.believedAverage).toBeCloseTo((4 * 0.9 + 2 * 0.5) / 6)
  })

  it('computes average relevance and deviation by OA eq. 15 to 18', () => {
    expect(indices.averageRelevant).toBeCloseTo((0.8 + 0.6 + 0.8) / 3)
    expect(indices.deviationRelevant).toBeCloseTo(Math.sqrt((2 * (1 / 15) ** 2 + (2 / 15) ** 2) / 3))
    // Labels decide: the two pages that are not relevant count nothing, the unsure one is left out.
    expect(indices.averageAll).toBeCloseTo((0.8 * 2 + 0.6) / 5)
    expect(indices.deviationAll).toBeCloseTo(deviationOf([0.8, 0, 0.6, 0.8, 0]))
  })

  it('also computes both by words over all pages, the only figures without labels', () => {
    expect(indices.wordsAverage).toBeCloseTo((0.8 * 2 + 0.6 + 0.2 * 3) / 6)
    expect(indices.wordsDeviation).toBeCloseTo(deviationOf([0.8, 0.2, 0.2, 0.6, 0.8, 0.2]))
    const { averageAll, deviationAll, wordsAverage, wordsDeviation } = indicesAt(point!, null, null)
    expect([averageAll, deviationAll]).toEqual([wordsAverage, wordsDeviation])
  })

  it('returns null for indices that need labels', () => {
    const unlabelled = indicesAt(point!, null, null)
    expect(unlabelled).toMatchObject({ harvest: null, recall: null, keptF1: null, relevant: null })
    expect(unlabelled.believedHarvest).toBe(indices.believedHarvest)
  })

  it('reproduces PN table 1: 92 of 93 crawled relevant out of 100, and 86 of 95', () => {
    expect(f1(92 / 93, 92 / 100)).toBeCloseTo(0.953, 3)
    expect(f1(86 / 95, 86 / 100)).toBeCloseTo(0.8821, 4)
    expect(f1(0, 0)).toBe(0)
  })
})
