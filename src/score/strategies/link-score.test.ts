import { describe, expect, it } from 'vitest'
import { readPage } from '../../page/read-page.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('link-score')

const WORDS = ['book', 'program', 'free', 'code', 'source', 'software', 'process', 'java', 'linux', 'basic']
const event = sampleEvent(Object.fromEntries(WORDS.map((word) => [word, 1])))
const make = (options = {}) => createStrategy('link-score', { event, random: () => 0.5 }, options)

const DIVISIONS = [WORDS.join(' '), WORDS.slice(0, 5).join(' '), 'nothing of it']
const PAGE = sampleReading('t', 'x', { divisions: DIVISIONS })
const inDivision = (division: number) => sampleLink('http://a.example/', 'x', { division })

/** The score of a link in `division` of a page of this relevance. */
function scoreOf(division: number, relevance: number, options = {}) {
  const verdict = { relevance, relevant: true, evidence: {} }
  const strategy = make(options)
  return strategy.score([inDivision(division)], sampleJudged(strategy, PAGE, { verdict }))[0]!
}

describe('link-score', () => {
  it.each([
    [0.667291123, [0.759192422, 0.650288546, 0.480327328, 0.705386868, 0.741260455]],
    [0.872985254, [0.83595444, 0.886155978, 0.865003484, 0.879136756, 0.898675612]],
  ])('comes to %d over the parents of LS 4.3', (expected, parents) => {
    const mean = parents.reduce((sum, parent) => sum + scoreOf(0, parent).score, 0) / parents.length
    expect(make().merge).toBe('mean')
    expect(mean).toBeCloseTo(expected, 8)
  })

  it("counts the share of the event's terms in the division: 5 of 10 are 0.5", () => {
    expect(scoreOf(1, 0.8)).toMatchObject({ score: 0.4, evidence: { division: { value: 0.5 } } })
    expect(scoreOf(2, 0.8).score).toBe(0)
    expect(scoreOf(99, 0.8).score).toBe(0)
  })

  it('adds instead of multiplying if set, within the same range', () => {
    expect(scoreOf(1, 0.8, { combine: 'sum' }).score).toBeCloseTo(0.65, 12)
    expect(scoreOf(0, 1, { combine: 'sum' }).score).toBe(1)
  })

  it('counts the terms of the smallest enclosing div if set', () => {
    const html = `<body><p>linux</p><div>book program free <ul><li>code <a href="http://b.example/">x</a></li></ul></div>`
    const page = readPage({ url: 'http://a.example/', body: Buffer.from(html), contentType: 'text/html' })
    const value = (options: object) => {
      const strategy = make(options)
      return strategy.score(page.links, sampleJudged(strategy, page))[0]?.evidence.division
    }
    expect(value({})).toMatchObject({ value: 0.1, because: ['code'] })
    expect(value({ division: 'div' })).toMatchObject({ value: 0.4 })
  })

  it('uses the block of a link in a document without markup, whatever the division', () => {
    expect(scoreOf(1, 0.8, { division: 'div' }).evidence.division?.value).toBe(0.5)
  })

  it('does not follow a link below its threshold', () => {
    expect(scoreOf(1, 0.8, { linkThreshold: 0.4 }).excluded).toBeUndefined()
    expect(scoreOf(1, 0.7, { linkThreshold: 0.4 }).excluded).toBe('low-score')
  })
})
