import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateScore, daysBetween, interestAt } from './date-score.ts'
import { dayFromNumber } from './day.ts'

const day = fc.integer({ min: -20_000, max: 40_000 }).map(dayFromNumber)

describe('days between', () => {
  it('counts calendar days over months, leap years and years', () => {
    expect(daysBetween('2012-02-28', '2012-03-01')).toBe(2)
    expect(daysBetween('2013-02-28', '2013-03-01')).toBe(1)
    expect(daysBetween('2014-01-01', '2013-12-31')).toBe(-1)
  })

  it('is NaN for an invalid day', () => {
    expect(daysBetween('2013-02-30', '2013-03-01')).toBeNaN()
    expect(daysBetween('2013-03-01', 'soon')).toBeNaN()
  })

  it('is antisymmetric and adds up', () => {
    fc.assert(
      fc.property(day, day, day, (a, b, c) => {
        expect(daysBetween(a, b) + daysBetween(b, a)).toBe(0)
        expect(daysBetween(a, b) + daysBetween(b, c)).toBe(daysBetween(a, c))
      }),
    )
  })
})

describe('date score (EV eq. 4)', () => {
  it('falls from 1 on the day to 0 after numDays, either way', () => {
    expect(dateScore('2013-11-08', '2013-11-08')).toBe(1)
    expect(dateScore('2013-11-08', '2014-01-20')).toBeCloseTo(1 - 73 / 365, 12)
    expect(dateScore('2013-11-08', '2013-08-27')).toBeCloseTo(1 - 73 / 365, 12)
    expect(dateScore('2013-11-08', '2014-11-08')).toBe(0)
    expect(dateScore('2013-11-08', '2019-01-01')).toBe(0)
    expect(dateScore('2013-11-08', '2013-11-13', 10)).toBe(0.5)
  })

  it('is 0 for an invalid day, and finite for any window', () => {
    expect(dateScore('2013-11-08', 'unknown')).toBe(0)
    expect(dateScore('2013-11-08', '2013-11-08', 0)).toBe(1)
    expect(dateScore('2013-11-08', '2013-11-09', 0)).toBe(0)
    expect(dateScore('2013-11-08', '2013-11-09', Number.NaN)).toBe(0)
  })

  it('stays within 0..1 and is symmetric', () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 4_000 }), (a, b, window) => {
        const score = dateScore(a, b, window)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(dateScore(b, a, window)).toBe(score)
      }),
    )
  })
})

describe('interest at a day (TI eq. 14)', () => {
  const haiyan = [
    { from: '2013-11-01', to: '2013-11-30', value: 100 },
    { from: '2013-12-01', to: '2013-12-31', value: 6 },
  ]

  it('is the value of the span with the day, both ends included, and 0 outside', () => {
    expect(interestAt(haiyan, '2013-10-31')).toBe(0)
    expect(interestAt(haiyan, '2013-11-01')).toBe(100)
    expect(interestAt(haiyan, '2013-11-30')).toBe(100)
    expect(interestAt(haiyan, '2013-12-01')).toBe(6)
    expect(interestAt(haiyan, '2014-01-01')).toBe(0)
    expect(interestAt([], '2013-11-01')).toBe(0)
  })
})
