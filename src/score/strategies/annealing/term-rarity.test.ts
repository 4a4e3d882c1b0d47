import { describe, expect, it } from 'vitest'
import { createVocabulary } from '../../features/topic-words.ts'
import { TermRarity } from './term-rarity.ts'

const [topic] = createVocabulary({
  words: [
    { term: 'rainstorm', weight: 1 },
    { term: 'flood', weight: 0.6 },
  ],
  from: 'test',
}).topics

describe('anchor relevance by TFxIDF (OA eq. 9 and 10)', () => {
  it('gives less weight to a word that many crawled pages contain', () => {
    const rarity = new TermRarity(2)
    for (let i = 0; i < 8; i++) rarity.observe(i < 4 ? [0, 1] : [0])
    // f = 1 and 2 of 3; log2(8/8 + .01), log2(8/4 + .01)
    const w = [(1 / 3) * Math.log2(1.01), (2 / 3) * Math.log2(2.01)] as const
    const counts = new Map([
      [0, 1],
      [1, 2],
    ])
    expect(rarity.relevance(topic, counts)).toBeCloseTo(
      (1 * w[0] + 0.6 * w[1]) / (Math.hypot(1, 0.6) * Math.hypot(...w)),
      12,
    )
  })

  it('is the same for every base of the logarithm', () => {
    const of = (base: number) => {
      const rarity = new TermRarity(base)
      for (let i = 0; i < 9; i++) rarity.observe([i % 2])
      return rarity.relevance(
        topic,
        new Map([
          [0, 3],
          [1, 1],
        ] as const),
      )
    }
    expect(of(10)).toBeCloseTo(of(2), 12)
  })

  it('gives a value before anything is crawled, and for unseen words', () => {
    const fresh = new TermRarity(2).relevance(topic, new Map([[1, 1]]))
    expect(fresh).toBeCloseTo(0.6 / Math.hypot(1, 0.6), 12)
    expect(new TermRarity(2).relevance(topic, new Map())).toBe(0)
  })
})
