import { describe, expect, it } from 'vitest'
import { chiSquareTail, studentT } from './distributions.ts'
import { intervalOf } from './interval.ts'

describe('the distributions', () => {
  it.each([
    [1, 12.7062],
    [2, 4.3027],
    [4, 2.7764],
    [9, 2.2622],
    [30, 2.0423],
    [1000, 1.9623],
  ])('match the tabulated t of 95 %% with %i degrees of freedom', (freedom, t) => {
    expect(studentT(0.95, freedom)).toBeCloseTo(t, 3)
  })

  it.each([
    [3.841, 1, 0.05],
    [14.067, 7, 0.05],
    [24.996, 15, 0.05],
    [30.578, 15, 0.01],
    [0.103, 2, 0.95],
  ])('match the tabulated tail of chi-square %f with %i degrees of freedom', (x, freedom, p) => {
    expect(chiSquareTail(x, freedom)).toBeCloseTo(p, 3)
  })

  it('return 1 and 0 at the bounds', () => {
    expect(chiSquareTail(0, 7)).toBe(1)
    expect(chiSquareTail(1e4, 7)).toBeLessThan(1e-300)
  })
})

describe('intervalOf', () => {
  it('returns mean and half width by Student’s t', () => {
    const { mean, half, n } = intervalOf([0.7, 0.8, 0.9, 0.6, 0.75])
    expect(mean).toBeCloseTo(0.75)
    expect(half).toBeCloseTo((2.7764 * 0.1118034) / Math.sqrt(5), 4)
    expect(n).toBe(5)
  })

  it('returns no half width for a single value', () => {
    expect(intervalOf([0.5])).toEqual({ mean: 0.5, half: null, n: 1 })
    expect(intervalOf([]).mean).toBeNaN()
  })
})
