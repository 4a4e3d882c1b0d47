import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { difference, intersection, positionFrom, union } from './sorted-orders.ts'

/** Short and long lists, with and without gaps. */
const list = fc
  .oneof(
    fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 4 }),
    fc.integer({ min: 0, max: 500 }).map((length) => Array.from({ length }, (_, i) => 2 * i + 1)),
  )
  .map((orders) => Uint32Array.from(orders).sort())

const numbers = (orders: Iterable<number>) => [...orders].join(' ')
const ascending = (orders: Iterable<number>) => [...new Set(orders)].sort((a, b) => a - b)

describe('sorted lists of orders', () => {
  it('are intersected, united and subtracted like sets', () => {
    fc.assert(
      fc.property(list, list, list, (a, b, c) => {
        expect(numbers(intersection(a, b))).toBe(numbers(a.filter((order) => b.includes(order))))
        expect(numbers(difference(a, b))).toBe(numbers(a.filter((order) => !b.includes(order))))
        expect(numbers(union([a, b, c]))).toBe(numbers(ascending([...a, ...b, ...c])))
      }),
    )
    expect(union([])).toHaveLength(0)
  })

  it('are searched from any position on', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: 0, max: 6_000 }), fc.nat(600), (orders, order, from) => {
        const at = positionFrom(orders, order, Math.min(from, orders.length))
        const expected = orders.findIndex((one, i) => i >= from && one >= order)
        expect(at).toBe(expected < 0 ? orders.length : expected)
      }),
    )
  })
})
