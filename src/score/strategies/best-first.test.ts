import { describe, expect, it } from 'vitest'
import type { EventModel } from '../../model/event.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('best-first')

/** LS table 1: the weights of its topic. */
const LS_TOPIC = {
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

const event: EventModel = {
  name: 'LS',
  what: Object.entries(LS_TOPIC).map(([term, weight]) => ({ term, weight })),
  where: [],
  when: { interest: [] },
  who: [],
  languages: ['en'],
  seeds: [],
}

/** A page with the relative frequencies of LS table 2: book 149, program 68, process 68 of 284 shares. */
const LS_PAGE = `${'book '.repeat(149)}${'program '.repeat(68)}${'process '.repeat(68)}`
const make = (options = {}) => createStrategy('best-first', { event, random: () => 0.5 }, options)

describe('best-first', () => {
  it('gives the page of LS tables 1 and 2 its relevance, 0.741260455', () => {
    const verdict = make().judge(sampleReading('', LS_PAGE))
    expect(verdict.relevance).toBeCloseTo(0.741260455, 4)
    expect(verdict.relevant).toBe(true)
    expect(verdict.evidence.topic?.because[0]).toBe('book ×149')
  })

  it('keeps pages at or above the threshold', () => {
    const page = sampleReading('', LS_PAGE)
    expect(make({ threshold: 0.7412 }).judge(page).relevant).toBe(true)
    expect(make({ threshold: 0.7414 }).judge(page).relevant).toBe(false)
  })

  it('counts words that are not of the event only in page space', () => {
    const diluted = sampleReading('', `${LS_PAGE}${'weather '.repeat(300)}`)
    expect(make().judge(diluted).relevance).toBeCloseTo(0.741260455, 4)
    expect(make({ space: 'page' }).judge(diluted).relevance).toBeLessThan(0.5)
  })

  it('scores a link by the mean of its words and its parent (EV 3.2)', () => {
    const page = sampleReading('', LS_PAGE)
    const strategy = make()
    const from = sampleJudged(strategy, page)
    const [about, plain] = strategy.score(
      [sampleLink('http://x.example/1', 'a book'), sampleLink('http://x.example/2', 'weather')],
      from,
    )
    const norm = Math.hypot(...Object.values(LS_TOPIC))
    expect(about?.score).toBeCloseTo((1 / norm + 0.741260455) / 2, 4)
    expect(plain?.score).toBeCloseTo(0.741260455 / 2, 4)
    expect(about?.evidence.anchor?.because).toEqual(['book'])
  })

  it('weights parent and anchor as in TI eq. 13, without the URL, if set', () => {
    const page = sampleReading('', LS_PAGE)
    const strategy = make({ parent: 0.4, words: 'anchor' })
    const [score] = strategy.score(
      [sampleLink('http://x.example/java', 'a book')],
      sampleJudged(strategy, page),
    )
    const norm = Math.hypot(...Object.values(LS_TOPIC))
    expect(score?.score).toBeCloseTo(0.4 * 0.741260455 + 0.6 / norm, 4)
  })
})
