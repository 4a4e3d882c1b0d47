import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine, cosineOf, counts } from './vector.ts'

const topic = {
  book: 1,
  program: 0.623376623,
  free: 0.533910533,
  code: 0.493506493,
  source: 0.44011544,
  software: 0.422799422,
  process: 0.409812409,
  java: 0.366522366,
  linux: 0.317460317,
  basic: 0.298781298,
}
const page = { book: 0.524647887, program: 0.239436619, process: 0.239436619 }

const weight = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true }))
const weights = fc.array(weight, { maxLength: 12 })
const sparse = fc
  .dictionary(fc.string({ maxLength: 3 }), weight, { maxKeys: 8 })
  .map((object) => new Map(Object.entries(object)))

describe('cosine', () => {
  it('reproduces the relevance values of the link-score tables', () => {
    expect(cosineOf(new Map(Object.entries(topic)), new Map(Object.entries(page)))).toBeCloseTo(
      0.741260455,
      8,
    )
    const terms = Object.keys(topic)
    const dense = terms.map((term) => new Map(Object.entries(page)).get(term) ?? 0)
    expect(cosine(Object.values(topic), dense)).toBeCloseTo(0.741260455, 8)
  })

  it('returns 0 when either vector is empty or zero', () => {
    expect(cosine([], [1])).toBe(0)
    expect(cosine([0, 0], [1, 1])).toBe(0)
    expect(cosineOf(new Map(), new Map([['a', 1]]))).toBe(0)
  })

  it('treats missing trailing components as zeros', () => {
    expect(cosine([1], [1, 1])).toBeCloseTo(Math.SQRT1_2, 12)
  })

  it('handles weights whose squares overflow or underflow', () => {
    expect(cosine([1e300, 1e300], [1e-300, 1e-300])).toBeCloseTo(1, 12)
    expect(cosine([Number.POSITIVE_INFINITY], [1])).toBe(0)
    expect(cosine([Number.NaN], [1])).toBe(0)
  })

  it('stays within 0..1, is symmetric and does not depend on scale', () => {
    fc.assert(
      fc.property(weights, weights, fc.double({ min: 0.001, max: 1000, noNaN: true }), (a, b, scale) => {
        const value = cosine(a, b)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(cosine(b, a)).toBeCloseTo(value, 12)
        expect(
          cosine(
            a.map((weight) => weight * scale),
            b,
          ),
        ).toBeCloseTo(value, 9)
      }),
    )
    fc.assert(
      fc.property(sparse, sparse, (a, b) => {
        const value = cosineOf(a, b)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(cosineOf(b, a)).toBeCloseTo(value, 12)
      }),
    )
  })

  it('returns the same value for dense and sparse vectors', () => {
    fc.assert(
      fc.property(weights, weights, (a, b) => {
        const named = (vector: number[]) => new Map(vector.map((weight, i) => [String(i), weight]))
        expect(cosineOf(named(a), named(b))).toBeCloseTo(cosine(a, b), 12)
      }),
    )
  })
})

describe('counts', () => {
  it('counts terms that are names of object members', () => {
    expect([...counts(['fire', '__proto__', 'fire', 'constructor'])]).toEqual([
      ['fire', 2],
      ['__proto__', 1],
      ['constructor', 1],
    ])
  })
})
