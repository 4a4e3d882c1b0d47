import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber } from '../time/day.ts'
import { BUCKETS, bucketsFor } from './buckets.ts'

const counts = (...days: string[]) => new Map(days.map((day) => [dayNumber(day)!, 1]))

describe('buckets', () => {
  it('fills gaps, and returns both ends of each range', () => {
    const buckets = bucketsFor(counts('2013-11-08', '2013-11-10'), 'day')!
    expect(buckets.list.map(({ from }) => from)).toEqual(['2013-11-08', '2013-11-09', '2013-11-10'])
    expect(bucketsFor(counts('2012-02-10', '2012-03-01'), 'month')!.list).toEqual([
      { from: '2012-02-01', to: '2012-02-29' },
      { from: '2012-03-01', to: '2012-03-31' },
    ])
    // 2013-11-08 was a Friday.
    expect(bucketsFor(counts('2013-11-08', '2013-11-11'), 'week')!.list).toEqual([
      { from: '2013-11-04', to: '2013-11-10' },
      { from: '2013-11-11', to: '2013-11-17' },
    ])
    expect(bucketsFor(counts('1969-12-30'), 'week')!.list).toEqual([{ from: '1969-12-29', to: '1970-01-04' }])
  })

  it.each([
    [['2013-11-01', '2013-12-20'], 'day'],
    [['2013-01-01', '2014-06-01'], 'week'],
    [['2010-01-01', '2014-06-01'], 'month'],
    [['1990-01-01', '2014-06-01'], 'year'],
  ] as const)('chooses for %j by itself: %s', (days, unit) => {
    expect(bucketsFor(counts(...days), 'auto')!.unit).toBe(unit)
  })

  it('ignores an outlier date when choosing the unit', () => {
    const days = new Map([[dayNumber('2010-01-01')!, 1]])
    for (let i = 0; i < 40; i++) days.set(dayNumber('2013-11-01')! + i, 100)
    expect(bucketsFor(days, 'auto')!.unit).toBe('day')
  })

  it('takes a coarser unit when there would be too many points', () => {
    const buckets = bucketsFor(counts('1000-01-01', '9999-12-31'), 'day')!
    expect(buckets.unit).toBe('year')
    expect(bucketsFor(new Map(), 'auto')).toBeNull()
  })

  it.each([
    ['1000-01-01', { from: '1000-01-01', to: '1000-01-05' }],
    ['9999-12-31', { from: '9999-12-27', to: '9999-12-31' }],
  ])('cuts the week of %s where the calendar ends', (day, week) => {
    expect(bucketsFor(counts(day), 'week')!.list).toEqual([week])
  })

  it('assigns every day to the range that contains it', () => {
    const day = fc.integer({ min: dayNumber('1000-01-01')!, max: dayNumber('9999-12-31')! })
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...BUCKETS),
        (days, unit) => {
          const buckets = bucketsFor(new Map(days.map((one) => [one, 1])), unit)!
          for (const one of days) {
            const { from, to } = buckets.list[buckets.at(one)]!
            expect(dayNumber(from)!).toBeLessThanOrEqual(one)
            expect(dayNumber(to)!).toBeGreaterThanOrEqual(one)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})
