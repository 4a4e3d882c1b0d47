import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { betaSample } from './beta-sample.ts'

describe('betaSample', () => {
  it.each([
    [1, 1],
    [2, 5],
    [30, 4],
    [400, 600],
  ])('has the mean and the variance of Beta(%d, %d)', (a, b) => {
    const random = seededRandom(3)
    const draws = Array.from({ length: 20_000 }, () => betaSample(a, b, random))
    const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length
    const variance = draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / draws.length
    const expected = (a * b) / ((a + b) ** 2 * (a + b + 1))
    expect(Math.abs(mean - a / (a + b))).toBeLessThan(4 * Math.sqrt(expected / draws.length))
    expect(variance / expected).toBeGreaterThan(0.93)
    expect(variance / expected).toBeLessThan(1.07)
  })

  it('is uniform for Beta(1, 1)', () => {
    const random = seededRandom(4)
    const draws = Array.from({ length: 10_000 }, () => betaSample(1, 1, random))
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = draws.filter((x) => Math.floor(x * 10) === tenth).length / draws.length
      expect(share).toBeGreaterThan(0.085)
      expect(share).toBeLessThan(0.115)
    }
  })

  it.each([0, 0.5, 1])('terminates with a broken generator (%d)', (stuck) => {
    const draw = betaSample(3, 4, () => stuck)
    expect(draw >= 0 && draw <= 1).toBe(true)
  })
})
