import { describe, expect, it } from 'vitest'
import { interestPoints, keptAndNot } from './kept-and-not.ts'

const bucket = (day: string, ...counts: number[]) => ({ from: day, to: day, counts })

describe('kept and not kept over time', () => {
  it('add up to all pages, also where kept pages span fewer days', () => {
    const all = { buckets: [bucket('2013-11-01', 4), bucket('2013-11-02', 3), bucket('2013-11-03', 5)] }
    const kept = { buckets: [bucket('2013-11-02', 2)] }
    expect(keptAndNot(all, kept).map(({ counts }) => counts)).toEqual([
      [0, 4],
      [2, 1],
      [0, 5],
    ])
  })
})

describe('interest', () => {
  it('is constant within a period', () => {
    const periods = [
      { from: '2013-11-05', to: '2013-11-09', value: 100 },
      { from: '2013-11-01', to: '2013-11-01', value: 3 },
    ]
    expect(interestPoints(periods)).toEqual([
      { day: '2013-11-01', value: 3 },
      { day: '2013-11-05', value: 100 },
      { day: '2013-11-09', value: 100 },
    ])
  })
})
