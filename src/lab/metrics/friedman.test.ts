import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { friedman } from './friedman.ts'

/** OA table 4 at 15,000 pages: BFS, OPS, WSE, ITS, On-ITS, FCSA, FCOSA_G, FCOSA_LG. */
const OA = [
  {
    name: 'accuracy',
    best: 'highest',
    values: [0.0657, 0.4426, 0.733, 0.6364, 0.734, 0.5817, 0.6693, 0.7653],
  },
  { name: 'AR', best: 'highest', values: [0.2262, 0.5631, 0.729, 0.6627, 0.7295, 0.6463, 0.6871, 0.7511] },
  { name: 'SD', best: 'lowest', values: [0.2552, 0.202, 0.16, 0.1953, 0.1619, 0.2475, 0.1677, 0.1462] },
] as const

describe('friedman', () => {
  it('reproduces the ranks of OA table 5', () => {
    const { ranks, average } = friedman(OA)
    expect(ranks).toEqual([
      [8, 7, 3, 5, 2, 6, 4, 1],
      [8, 7, 3, 5, 2, 6, 4, 1],
      [8, 6, 2, 5, 3, 7, 4, 1],
    ])
    expect(average.map((rank) => Number(rank.toFixed(2)))).toEqual([8, 6.67, 2.67, 5, 2.33, 6.33, 4, 1])
  })

  it('computes chi-square by the plain formula, and its p-value', () => {
    const { chiSquare, p } = friedman(OA)
    // 12 / (3 * 8 * 9) * (24² + 20² + 8² + 15² + 7² + 19² + 12² + 3²) - 3 * 3 * 9
    expect(chiSquare).toBeCloseTo(20.5556, 4)
    expect(p).toBeCloseTo(0.0044868, 7)
  })

  it('averages ranks of ties and corrects for them', () => {
    const { ranks, chiSquare } = friedman([
      { name: 'a', best: 'highest', values: [3, 3, 1] },
      { name: 'b', best: 'highest', values: [5, 4, 4] },
    ])
    expect(ranks).toEqual([
      [1.5, 1.5, 3],
      [1, 2.5, 2.5],
    ])
    // (12 * (2.5² + 4² + 5.5²) - 3 * 4 * 3 * 16) / (2 * 3 * 4 - (6 + 6) / 2)
    expect(chiSquare).toBeCloseTo(3, 6)
  })

  it('finds no difference among equals', () => {
    const { chiSquare, p } = friedman([{ name: 'a', best: 'highest', values: [1, 1, 1] }])
    expect([chiSquare, p]).toEqual([0, 1])
  })

  it('gives ranks that sum to 1 to k in each block, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 9 }), (values) => {
        const forward = friedman([{ name: 'x', best: 'highest', values }])
        const backward = friedman([{ name: 'x', best: 'highest', values: values.toReversed() }])
        const sum = forward.ranks[0]!.reduce((total, rank) => total + rank, 0)
        expect(sum).toBeCloseTo((values.length * (values.length + 1)) / 2)
        expect(backward.ranks[0]).toEqual(forward.ranks[0]!.toReversed())
      }),
    )
  })
})
