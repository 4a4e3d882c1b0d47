import { describe, expect, it } from 'vitest'
import { labelStep, niceTop, positionOf, tickText } from './scale.ts'

describe('scales', () => {
  it('end at a round number', () => {
    expect([0, 1, 7, 42, 101].map(niceTop)).toEqual([1, 1, 8, 50, 200])
    expect(niceTop(Number.NaN)).toBe(1)
  })

  it('label as many marks as fit', () => {
    expect(labelStep(28, 280, 90)).toBe(10)
    expect(labelStep(3, 900, 90)).toBe(1)
    expect(labelStep(7_300, 0, 90)).toBe(7_300)
  })

  it('label a day as precisely as its bucket requires', () => {
    expect(tickText('2013-11-04', 'day')).toBe('4 Nov 2013')
    expect(tickText('2013-11-01', 'month')).toBe('Nov 2013')
    expect(tickText('2013-01-01', 'year')).toBe('2013')
  })

  it('place a day inside its bucket', () => {
    const weeks = [
      { from: '2013-11-04', to: '2013-11-10' },
      { from: '2013-11-11', to: '2013-11-17' },
    ]
    expect(positionOf('2013-11-07', weeks)).toBeCloseTo(0.5)
    expect(positionOf('2013-11-14', weeks)).toBeCloseTo(1.5)
    expect(positionOf('2013-10-01', weeks)).toBeLessThan(0)
    expect(positionOf('2014-10-01', weeks)).toBeGreaterThan(2)
  })
})
