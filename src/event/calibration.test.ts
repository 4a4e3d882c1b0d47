import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitJudge, type LabelledRow, weightedMean } from './calibration.ts'
import { bestThreshold, figuresOf } from './calibration-sweep.ts'

const row = (label: boolean, topic: number | null, place?: number | null): LabelledRow => ({
  label,
  parts: new Map([['topic', topic], ...(place === undefined ? [] : [['place', place] as const])]),
})
const learn = (rows: readonly LabelledRow[]) => fitJudge(rows, weightedMean)

const value = fc.double({ min: 0, max: 1, noNaN: true })
const anyRow = fc
  .tuple(fc.boolean(), fc.option(value), fc.option(value))
  .map(([label, topic, place]) => row(label, topic, place))
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 40 })

describe('figuresOf', () => {
  it.each([
    [92, 1, 8, 0.989, 0.92, 0.953],
    [86, 9, 14, 0.9053, 0.86, 0.8821],
  ])('gives the figures of PN table 1: %d right, %d wrong', (right, wrong, missed, p, r, f) => {
    const figures = figuresOf({
      truePositives: right,
      falsePositives: wrong,
      falseNegatives: missed,
      trueNegatives: 0,
    })
    expect(figures.precision).toBeCloseTo(p, 3)
    expect(figures.recall).toBeCloseTo(r, 3)
    expect(figures.f1).toBeCloseTo(f, 3)
  })
})

describe('bestThreshold', () => {
  it('takes the middle of the plateau, not its edge', () => {
    // Best from 0.25 (the first step above 0.2) to 0.8: twelve steps, the sixth is 0.5.
    expect(bestThreshold([true, false], [0.8, 0.2]).threshold).toBe(0.5)
  })

  it('takes the longest of several plateaus', () => {
    // Keeping one of one and keeping two of two relevant plus one wrong: 2/3 at 0.65..0.9, 4/5 at 0.05..0.1 only.
    const best = bestThreshold([true, false, true], [0.9, 0.6, 0.1])
    expect(best).toMatchObject({ threshold: 0.05, precision: 2 / 3, recall: 1, f1: 0.8 })
    // Both 2/3: one step at 1 (one of two kept), twelve steps up to 0.55 (all four kept).
    const two = bestThreshold([true, true, false, false], [1, 0.55, 0.97, 0.96])
    expect(two.f1).toBeCloseTo(2 / 3)
    expect(two.threshold).toBe(0.25)
  })

  it('never keeps an unknown score, not even at threshold 0', () => {
    expect(bestThreshold([true, true, false], [null, 0.5, null])).toMatchObject({ precision: 1, recall: 0.5 })
  })

  it('finds the best F1 there is on the steps of EV 4.2.2', () => {
    const known = fc.array(fc.tuple(fc.boolean(), fc.option(value)), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(known, (pages) => {
        const f1At = (threshold: number) => {
          const count = (label: boolean, kept: boolean) =>
            pages.filter(([l, v]) => l === label && (v !== null && v >= threshold) === kept).length
          return (
            (2 * count(true, true)) / (2 * count(true, true) + count(false, true) + count(true, false)) || 0
          )
        }
        const best = bestThreshold(
          pages.map(([label]) => label),
          pages.map(([, v]) => v),
        )
        const all = Array.from({ length: 21 }, (_, i) => f1At(i / 20))
        expect(best.f1).toBe(Math.max(...all))
        expect(f1At(best.threshold)).toBe(best.f1)
      }),
    )
  })
})

describe('fitJudge', () => {
  it('matches a calculation by hand', () => {
    const result = learn([
      row(true, 0.9, 0.8),
      row(true, 0.6, null),
      row(true, 0.4, 0.3),
      row(false, 0.5, 0.1),
      row(false, 0.2, null),
      row(false, 0.1, 0),
    ])
    // topic: best from 0.25 to 0.4, 3 right and 1 wrong, F1 6/7; place: from 0.15 to 0.3, 2 right and 1 missed, F1 4/5.
    expect(result.parts[0]).toMatchObject({
      name: 'topic',
      threshold: 0.3,
      f1: 6 / 7,
      weight: 0.52,
      known: 6,
    })
    expect(result.parts[1]).toMatchObject({ name: 'place', threshold: 0.2, f1: 0.8, weight: 0.48, known: 4 })
    // The sums: 0.852, 0.6, 0.352 against 0.308, 0.2, 0.052. Only 0.35 lies between.
    expect(result).toMatchObject({ threshold: 0.35, precision: 1, recall: 1, f1: 1 })
  })

  it('gives weights that sum to 1, in hundredths', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { weights } = learn(rows)
        fc.pre(weights.size > 0)
        const hundredths = [...weights.values()].map((weight) => Math.round(weight * 100))
        expect(hundredths.reduce((a, b) => a + b, 0)).toBe(100)
        expect([...weights.values()]).toEqual(hundredths.map((h) => h / 100))
      }),
    )
  })

  it('separates separable labels', () => {
    const relevant = fc.double({ min: 0.6, max: 1, noNaN: true }).map((v) => row(true, v))
    const irrelevant = fc.double({ min: 0, max: 0.5, noNaN: true }).map((v) => row(false, v))
    fc.assert(
      fc.property(fc.array(relevant, { minLength: 1 }), fc.array(irrelevant, { minLength: 1 }), (yes, no) => {
        const result = learn([...yes, ...no])
        expect(result.f1).toBe(1)
        for (const { label, parts } of [...yes, ...no]) {
          expect((parts.get('topic') ?? 0) >= result.threshold).toBe(label)
        }
      }),
    )
  })

  it('does not depend on the order of rows', () => {
    const shuffled = anyRows.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    )
    fc.assert(fc.property(shuffled, ([rows, other]) => void expect(learn(other)).toEqual(learn(rows))))
  })

  it('gives a constant part no more than keeping everything achieves', () => {
    fc.assert(
      fc.property(value, fc.array(fc.boolean(), { minLength: 1 }), (constant, labels) => {
        const share = labels.filter(Boolean).length / labels.length
        const [part] = learn(labels.map((label) => row(label, constant))).parts
        expect(part?.f1).toBeLessThanOrEqual((2 * share) / (1 + share) + 1e-12)
      }),
    )
  })

  it('omits parts that are always unknown, and renormalises over the known ones', () => {
    expect([...learn([row(true, 0.9, null), row(false, 0.1, null)]).weights]).toEqual([['topic', 1]])
    const weights = new Map([
      ['topic', 0.25],
      ['place', 0.75],
    ])
    expect(weightedMean(row(true, 0.4, null).parts, weights)).toBeCloseTo(0.4, 12)
    expect(weightedMean(row(true, 0.4, 0.8).parts, weights)).toBeCloseTo(0.7, 12)
    expect(weightedMean(row(true, null, null).parts, weights)).toBeNull()
  })
})
