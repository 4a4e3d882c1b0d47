import { describe, expect, it } from 'vitest'
import type { JudgedPage } from '../../model/crawl.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('shark-search')

const strategy = createStrategy('shark-search', {
  event: sampleEvent({ fire: 1, hill: 1 }),
  random: () => 0.5,
})
const ABOUT = sampleReading('Fire', 'A fire in the hills. '.repeat(20))
const OTHER = sampleReading('Sport', 'A match was won. '.repeat(20))
/** One word of two. */
const COS = 1 / Math.SQRT2
const judged = (page: typeof ABOUT, given: Partial<JudgedPage> = {}) => sampleJudged(strategy, page, given)
const scoreOf = (from: JudgedPage, anchor: string, context = '') =>
  strategy.score([sampleLink('http://a.example/1', anchor, { context })], from)[0]!

describe('shark-search', () => {
  it("adds half of the inherited score to half of the link's own", () => {
    const from = judged(ABOUT)
    const inherited = 0.5 * from.verdict.relevance
    expect(scoreOf(from, 'x').score).toBeCloseTo(0.5 * inherited, 12)
    expect(scoreOf(from, 'x', 'the fire').score).toBeCloseTo(0.5 * inherited + 0.5 * 0.2 * COS, 12)
    // For an anchor on the topic the surrounding text counts in full.
    expect(scoreOf(from, 'fire').score).toBeCloseTo(0.5 * inherited + 0.5 * (0.8 * COS + 0.2), 12)
  })

  it('passes an inherited score through irrelevant pages, halved at each step', () => {
    const relevance = judged(ABOUT).verdict.relevance
    const first = scoreOf(judged(ABOUT), 'x')
    const second = scoreOf(judged(OTHER, { link: first }), 'x')
    const third = scoreOf(judged(OTHER, { link: second }), 'x')
    const inherited = [first, second, third].map(({ evidence }) => evidence.inherited?.value)
    expect(inherited).toEqual([relevance / 2, relevance / 4, relevance / 8])
    expect(scoreOf(judged(OTHER, { link: third }), 'fire')).toMatchObject({ score: 0, excluded: 'depth' })
  })

  it('passes on the score of an irrelevant seed', () => {
    expect(scoreOf(judged(OTHER), 'x').evidence.inherited?.value).toBe(0.5)
  })

  it('merges several links to a page by the best score', () => {
    expect(strategy.merge).toBe('best')
  })
})
