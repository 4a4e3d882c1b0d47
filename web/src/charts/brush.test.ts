import { describe, expect, it } from 'vitest'
import { daysOf, dragged, nudged, spanOf } from './brush.ts'

const days = Array.from({ length: 10 }, (_, i) => `2013-11-${String(i + 1).padStart(2, '0')}`)
const buckets = days.map((day) => ({ from: day, to: day }))
const weeks = [
  { from: '2013-11-04', to: '2013-11-10' },
  { from: '2013-11-11', to: '2013-11-17' },
]

describe('a brush', () => {
  it('covers the buckets its days touch', () => {
    expect(spanOf(buckets, '2013-11-03', '2013-11-05')).toEqual({ first: 2, last: 4 })
    expect(spanOf(buckets, '2013-11-08')).toEqual({ first: 7, last: 9 })
    expect(spanOf(buckets, undefined, '2013-11-02')).toEqual({ first: 0, last: 1 })
    expect(spanOf(weeks, '2013-11-06', '2013-11-12')).toEqual({ first: 0, last: 1 })
    expect(spanOf(buckets)).toBeNull()
    expect(spanOf(buckets, '2014-01-01', '2014-02-01')).toBeNull()
    expect(spanOf([], '2014-01-01')).toBeNull()
  })

  it('is drawn in either direction and stays inside', () => {
    expect(dragged('draw', null, 5, 2, 10)).toEqual({ first: 2, last: 5 })
    expect(dragged('draw', null, 5, 40, 10)).toEqual({ first: 5, last: 9 })
  })

  it('is moved as a whole, up to the edges', () => {
    expect(dragged('move', { first: 2, last: 4 }, 3, 5, 10)).toEqual({ first: 4, last: 6 })
    expect(dragged('move', { first: 2, last: 4 }, 3, 30, 10)).toEqual({ first: 7, last: 9 })
    expect(dragged('move', { first: 2, last: 4 }, 3, -30, 10)).toEqual({ first: 0, last: 2 })
  })

  it('has ends that do not cross', () => {
    expect(dragged('first', { first: 2, last: 4 }, 2, 8, 10)).toEqual({ first: 4, last: 4 })
    expect(dragged('last', { first: 2, last: 4 }, 4, 0, 10)).toEqual({ first: 2, last: 2 })
  })

  it('is moved by keys', () => {
    expect(nudged(null, 'first', 'ArrowRight', 10)).toEqual({ first: 1, last: 9 })
    expect(nudged({ first: 3, last: 6 }, 'last', 'ArrowLeft', 10)).toEqual({ first: 3, last: 5 })
    expect(nudged({ first: 3, last: 6 }, 'first', 'Home', 10)).toEqual({ first: 0, last: 6 })
    expect(nudged({ first: 3, last: 6 }, 'last', 'End', 10)).toEqual({ first: 3, last: 9 })
    expect(nudged({ first: 3, last: 6 }, 'last', 'x', 10)).toBeUndefined()
  })

  it('converts to days', () => {
    expect(daysOf(weeks, { first: 0, last: 1 })).toEqual({ from: '2013-11-04', to: '2013-11-17' })
    expect(daysOf(weeks, { first: 0, last: 5 })).toBeNull()
  })
})
