import fc from 'fast-check'
import { expect, it } from 'vitest'
import { topCounts, topK } from './top-k.ts'

it('returns what sorting everything would return', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(Number.NEGATIVE_INFINITY)), {
        maxLength: 200,
      }),
      fc.nat({ max: 220 }),
      (values, k) => {
        const keys = Float64Array.from(values)
        const sorted = values
          .map((_, i) => i)
          .sort((a, b) => (values[a] === values[b] ? a - b : values[b]! - values[a]!))
        expect([...topK(keys, k)]).toEqual(sorted.slice(0, k))
      },
    ),
  )
})

it('returns the highest counts without zeros', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 200 }),
      fc.nat({ max: 220 }),
      (values, k) => {
        const sorted = values
          .map((_, i) => i)
          .filter((i) => values[i] !== 0)
          .sort((a, b) => values[b]! - values[a]! || a - b)
        expect([...topCounts(Uint32Array.from(values), k)]).toEqual(sorted.slice(0, k))
      },
    ),
  )
})
