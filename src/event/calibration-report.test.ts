import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weightedMean } from './calibration.ts'
import { adviceOn, certaintyOf } from './calibration-certainty.ts'
import { CALIBRATED, calibrate, EVERYTHING, type LabelledPage } from './calibration-report.ts'

/** Park and Miller: sufficient for folds and resamples, and reproducible. */
function chance(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
const run = (pages: readonly LabelledPage[]) => calibrate(pages, { combine: weightedMean, random: chance() })

interface Given {
  readonly topic: number
  readonly place?: number | null
  readonly kept?: boolean
}
const page = (label: boolean, { topic, place, kept = true }: Given): LabelledPage => ({
  label,
  parts: new Map([[10, parts(topic, place)]]),
  verdicts: new Map([['defaults', kept]]),
})
const parts = (topic: number, place?: number | null) =>
  new Map([['topic', topic], ...(place === undefined ? [] : [['place', place] as const])])
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

/** Similar pages have the same topic; only the place distinguishes them. */
const lookAlikes = (n: number) => [
  ...times(n, (i) => page(true, { topic: 0.5 + (i % 5) / 10, place: 0.7 + (i % 3) / 10 })),
  ...times(n, (i) => page(false, { topic: 0.5 + (i % 5) / 10, place: (i % 4) / 10 })),
]
const named = (report: ReturnType<typeof calibrate>, name: string) =>
  report.judges.find((judge) => judge.name === name)

describe('calibrate', () => {
  it('gives the most informative part the largest weight, and beats the others on unseen pages', () => {
    const report = run(lookAlikes(30))
    expect(report.judges.map((judge) => judge.name)).toEqual([
      EVERYTHING,
      'topic',
      'place',
      'defaults',
      CALIBRATED,
    ])
    // Topic alone keeps everything: F1 2/3. Place alone is right: F1 1. Their shares: 0.4 and 0.6.
    expect([...report.fit.weights]).toEqual([
      ['topic', 0.4],
      ['place', 0.6],
    ])
    expect(named(report, EVERYTHING)?.f1.value).toBeCloseTo(2 / 3, 12)
    expect(named(report, 'place')?.f1.value).toBe(1)
    expect(named(report, CALIBRATED)?.f1.value).toBe(1)
    expect(report).toMatchObject({ folds: 5, leaveOneOut: false, labels: { relevant: 30, irrelevant: 30 } })
    const { low, high } = report.thresholdInterval
    expect(low).toBeLessThanOrEqual(report.fit.threshold)
    expect(high).toBeGreaterThanOrEqual(report.fit.threshold)
  })

  it('gives the same report whatever the order of the pages', () => {
    const pages = lookAlikes(12).map((p, i) => ({ ...p, label: i % 7 === 0 ? !p.label : p.label }))
    const expected = run(pages)
    fc.assert(
      fc.property(
        fc.shuffledSubarray(pages, { minLength: pages.length }),
        (other) => void expect(run(other)).toEqual(expected),
      ),
      { numRuns: 5 },
    )
  })

  it('does not learn random labels', () => {
    const random = chance(99)
    const pages = times(200, () => page(random() < 0.5, { topic: random(), place: random() }))
    const report = run(pages)
    const floor = named(report, EVERYTHING)?.f1.value ?? 0
    expect(named(report, CALIBRATED)?.f1.value).toBeLessThan(floor + 0.03)
    expect(report.fit.f1).toBeGreaterThanOrEqual(named(report, CALIBRATED)?.f1.value ?? 1)
  })

  it('chooses the best number of terms, and the smallest of equals', () => {
    const sized = (five: number, ten: number, twenty: number, label: boolean): LabelledPage => ({
      label,
      parts: new Map([
        [20, parts(twenty)],
        [5, parts(five)],
        [10, parts(ten)],
      ]),
      verdicts: new Map(),
    })
    const noisy = (i: number) => (i % 2 === 0 ? 0.2 : 0.9)
    const pages = [
      ...times(15, (i) => sized(noisy(i), 0.9, 0.8, true)),
      ...times(15, (i) => sized(noisy(i), 0.1, 0.2, false)),
    ]
    const report = run(pages)
    expect(report.termsTried.map(({ terms }) => terms)).toEqual([5, 10, 20])
    expect(report.terms).toBe(10)
    expect(named(report, CALIBRATED)?.f1.value).toBe(1)
  })

  it('leaves one out if labels are few, and reports it', () => {
    const report = run(lookAlikes(6))
    expect(report).toMatchObject({ leaveOneOut: true, folds: 12 })
    expect(adviceOn(report, 'defaults')[0]).toMatch(
      /^12 labels: too few to trust\. F1 lies between 0\.\d\d and/,
    )
  })
})

describe('certainty', () => {
  it('depends on the width of the interval', () => {
    expect(certaintyOf({ low: 0.75, high: 1 })).toBe('too few')
    expect(certaintyOf({ low: 0.75, high: 0.9 })).toBe('rough')
    expect(certaintyOf({ low: 0.85, high: 0.9 })).toBe('firm')
  })

  it('names the parts without information', () => {
    const advice = adviceOn(run(lookAlikes(100)), 'defaults')
    expect(advice[0]).toMatch(/^200 labels: firm/)
    expect(advice[1]).toMatch(/^topic tells relevant pages from others no better than keeping everything/)
  })

  it('reports when the defaults are as good', () => {
    const pages = lookAlikes(20).map((p) => ({ ...p, verdicts: new Map([['defaults', p.label]]) }))
    expect(adviceOn(run(pages), 'defaults').join(' ')).toContain('leave the judge as it is')
  })
})
