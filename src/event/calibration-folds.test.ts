import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { crossValidate, foldsOf, stratifiedFolds } from './calibration-folds.ts'
import { f1Interval, resampledInterval } from './calibration-interval.ts'

/** Weyl's sequence: evenly spread and reproducible. */
function chance(): () => number {
  let n = 0
  return () => {
    n++
    return (n * 0.6180339887498949) % 1
  }
}
const labelled = (relevant: number, irrelevant: number) => [
  ...new Array<boolean>(relevant).fill(true),
  ...new Array<boolean>(irrelevant).fill(false),
]

describe('foldsOf', () => {
  it('leaves one out if labels are few, and makes five folds otherwise', () => {
    expect(foldsOf(labelled(9, 50), chance())).toHaveLength(59)
    expect(foldsOf(labelled(10, 10), chance())).toHaveLength(5)
    expect(foldsOf(labelled(3, 5000), chance())).toHaveLength(3)
  })

  it('puts every row in one fold, with the same mix of labels in each', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 4, maxLength: 80 }), (labels) => {
        const folds = stratifiedFolds(labels, chance())
        expect(folds.flat().sort((a, b) => a - b)).toEqual([...labels.keys()])
        for (const kind of [true, false]) {
          const sizes = folds.map((fold) => fold.filter((i) => labels[i] === kind).length)
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe('crossValidate', () => {
  it('never trains on the row that is judged', () => {
    const labels = labelled(13, 17)
    const judged: number[] = []
    crossValidate(labels, stratifiedFolds(labels, chance()), (training) => (row) => {
      expect(training).not.toContain(row)
      judged.push(row)
      return true
    })
    expect(judged.sort((a, b) => a - b)).toEqual([...labels.keys()])
  })

  it('pools the outcomes of the folds, and takes the spread over them', () => {
    // Fold one: 1 right, 1 wrong: precision 1/2. Fold two: 2 right: precision 1. Together 3 of 4.
    const folds = [
      [0, 1],
      [2, 3],
    ]
    const { precision, recall, f1 } = crossValidate([true, false, true, true], folds, () => () => true)
    expect(precision.value).toBe(0.75)
    expect(precision.spread).toBeCloseTo(Math.SQRT1_2 / 2, 12)
    expect(recall).toEqual({ value: 1, spread: 0 })
    expect(f1.value).toBeCloseTo(6 / 7, 12)
  })

  it('uses the jackknife if folds are single rows', () => {
    // 2 right, 1 wrong, 1 missed: F1 2/3. Without one: 0.5, 0.5, 0.8, 0.8; mean 0.65; sqrt(3/4 * 4 * 0.15 * 0.15).
    const folds = [[0], [1], [2], [3]]
    const kept = [true, true, true, false]
    const { f1 } = crossValidate([true, true, false, true], folds, () => (row) => kept[row] === true)
    expect(f1.value).toBeCloseTo(2 / 3, 12)
    expect(f1.spread).toBeCloseTo(0.15 * Math.sqrt(3), 12)
  })
})

describe('intervals', () => {
  const perfect = (n: number) =>
    f1Interval({ truePositives: n, falsePositives: 0, falseNegatives: 0, trueNegatives: n }, seededRandom(7))

  it('are not certain of a judge that made no mistake on a few pages', () => {
    // 0.753 and 0.998 by 400,000 draws from the beta distributions of another library; ours are 2,000.
    expect(Math.abs(perfect(6).low - 0.753)).toBeLessThan(0.02)
    expect(Math.abs(perfect(6).high - 0.998)).toBeLessThan(0.005)
    expect(perfect(200).low).toBeGreaterThan(0.97)
  })

  it('contain the measured F1 and narrow with the number of labels', () => {
    const counts = { truePositives: 16, falsePositives: 4, falseNegatives: 4, trueNegatives: 16 }
    const many = { truePositives: 1600, falsePositives: 400, falseNegatives: 400, trueNegatives: 1600 }
    const [wide, narrow] = [f1Interval(counts, seededRandom(7)), f1Interval(many, seededRandom(7))]
    expect(Math.abs(wide.low - 0.643)).toBeLessThan(0.02)
    expect(Math.abs(wide.high - 0.894)).toBeLessThan(0.02)
    for (const { low, high } of [wide, narrow]) {
      expect(low).toBeLessThan(0.8)
      expect(high).toBeGreaterThan(0.8)
    }
    // A hundred times the labels, a tenth of the width.
    expect((wide.high - wide.low) / (narrow.high - narrow.low)).toBeGreaterThan(7)
    expect((wide.high - wide.low) / (narrow.high - narrow.low)).toBeLessThan(13)
  })

  it('resample the rows of each label separately', () => {
    const rows = labelled(3, 9).map((label) => ({ label }))
    const share = (drawn: readonly { label: boolean }[]) => drawn.filter((r) => r.label).length
    expect(resampledInterval(rows, share, chance())).toEqual({ low: 3, high: 3 })
  })
})
