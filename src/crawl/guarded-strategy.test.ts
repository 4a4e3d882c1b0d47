import { describe, expect, it } from 'vitest'
import type { JudgedPage, Observation } from '../model/crawl.ts'
import { sampleLink, sampleReading } from '../page/sample-reading.ts'
import { createStrategy, specOf } from '../score/registry.ts'
import type { Strategy } from '../score/strategy.ts'
import { guarded, StrategyFailure } from './guarded-strategy.ts'
import { StrategyFailures } from './visit/strategy-failures.ts'

const page = sampleReading('Flood', 'Water rose.')
const from = { page } as JudgedPage
const links = [sampleLink('http://a.example/1', 'Flood')]
const observation = { url: page.url } as Observation
const fine = { relevance: 1, relevant: true, evidence: {} }

const throwing = (): never => {
  throw new RangeError('broken')
}

/** A strategy with every method, which throws in all of them. */
const BROKEN: Strategy = {
  name: 'broken',
  judge: throwing,
  score: throwing,
  suggest: throwing,
  remember: throwing,
  observe: throwing,
  select: throwing,
  saturated: throwing,
  snapshot: throwing,
  restore: throwing,
}

/** The calls that a watchdog is told of. */
function watching() {
  const calls: string[] = []
  return {
    calls,
    during: <T>(what: string, work: () => T): T => {
      calls.push(what)
      return work()
    },
  }
}

describe('guarded', () => {
  const { judge, score, suggest, remember, observe, select, saturated, snapshot, restore } = guarded(BROKEN)

  it.each([
    ['judge', () => judge(page)],
    ['score', () => score(links, from)],
    ['suggest', () => suggest?.(from)],
    ['remember', () => remember?.(from, [])],
  ])('makes what %s throws a failure on that page', (method, call) => {
    expect(call).toThrow(new StrategyFailure(`${method} of "broken": RangeError: broken`))
  })

  it.each([
    ['observe on http://news.example/2024/11/09/storm', () => observe?.(observation)],
    ['select', () => select?.([], 1)],
    ['saturated', () => saturated?.()],
    ['snapshot', () => snapshot?.()],
    ['restore', () => restore?.(null)],
  ])('makes what is thrown by %s an error for the user', (where, call) => {
    expect(call).toThrow(
      expect.objectContaining({
        code: 'strategy-failed',
        message: expect.stringContaining(`The strategy "broken" failed (${where}): RangeError: broken. `),
      }),
    )
  })

  it.each([
    ['no verdict', undefined],
    ['no number', { ...fine, relevance: Number.NaN }],
    ['more than 1', { ...fine, relevance: 1.5 }],
    ['no evidence', { relevance: 1, relevant: true }],
  ])('refuses a verdict with %s', (_, verdict) => {
    const strategy = guarded({ ...BROKEN, judge: () => verdict as typeof fine })
    expect(() => strategy.judge(page)).toThrow(/TypeError: it must return \{ relevance/)
  })

  it.each([
    ['none', []],
    ['no number', [{ score: Number.NaN, evidence: {} }]],
  ])('refuses scores that are %s', (_, scores) => {
    const strategy = guarded({ ...BROKEN, score: () => scores })
    expect(() => strategy.score(links, from)).toThrow(/TypeError: it must return \{ score/)
  })

  it('tells the watchdog of every call, and keeps what the strategy is and has', () => {
    const watchdog = watching()
    const inner: Strategy = {
      name: 'fine',
      tunnel: 3,
      merge: 'best',
      judge: () => fine,
      score: (given) => given.map(() => ({ score: 1, evidence: {} })),
    }
    const strategy = guarded(inner, watchdog)
    strategy.judge(page)
    strategy.score(links, from)
    expect(watchdog.calls).toEqual(
      ['judge', 'score'].map((method) => `The strategy "fine" (${method}) on ${page.url}`),
    )
    expect([strategy.tunnel, strategy.merge, strategy.observe]).toEqual([3, 'best', undefined])
    const event = {
      name: 'x',
      what: [],
      where: [],
      when: { interest: [] },
      who: [],
      languages: [],
      seeds: [],
    }
    const known = createStrategy('best-first', { event, random: () => 0 }, { threshold: 0.3 })
    expect(specOf(guarded(known))).toEqual({ name: 'best-first', options: { threshold: 0.3 } })
  })
})

describe('StrategyFailures', () => {
  const failing = () => {
    throw new StrategyFailure('judge of "x": Error')
  }

  it('fails a page alone, and reports the first', () => {
    const notices: string[] = []
    const failures = new StrategyFailures('x', (text) => notices.push(text))
    for (let i = 0; i < 20; i++) {
      expect(() => failures.attempt(`http://a.example/${i}`, failing)).toThrow(
        expect.objectContaining({ code: 'strategy', retry: false }),
      )
      expect(failures.attempt('http://a.example/', () => i)).toBe(i)
    }
    expect(notices).toEqual([
      'The strategy failed on http://a.example/0 (judge of "x": Error). Such pages are given up; try them again with --retry-failed strategy',
    ])
  })

  it('ends the crawl when the strategy fails on ten pages in a row', () => {
    const failures = new StrategyFailures('x')
    const attempt = () => failures.attempt('http://a.example/', failing)
    for (let i = 0; i < 9; i++) expect(attempt).toThrow(expect.objectContaining({ code: 'strategy' }))
    expect(attempt).toThrow(expect.objectContaining({ code: 'strategy-failed' }))
  })

  it('does not touch other errors', () => {
    expect(() => new StrategyFailures('x').attempt('http://a.example/', throwing)).toThrow(RangeError)
  })
})
