import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventWhen } from '../../model/event.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('temporal-intent')

/** TI eq. 19 and 20. */
const HAIYAN: EventWhen = {
  start: '2013-11-01',
  interest: [
    { from: '2013-11-01', to: '2013-11-30', value: 100 },
    { from: '2013-12-01', to: '2013-12-31', value: 6 },
  ],
}
const make = (when: EventWhen = HAIYAN, options = {}) =>
  createStrategy(
    'temporal-intent',
    { event: sampleEvent({ typhoon: 1, rescue: 0.32 }, { when }), random: () => 0.5 },
    options,
  )
const page = (published: string | null) => sampleReading('Typhoon', 'The typhoon. '.repeat(20), { published })

/** Scores of links with the same anchor and these paths, on a page published on a day. */
function scores(
  strategy: ReturnType<typeof make>,
  paths: readonly string[],
  published: string | null = '2013-11-09',
) {
  const links = paths.map((path) => sampleLink(`http://a.example/${path}`, 'typhoon'))
  return strategy.score(links, sampleJudged(strategy, page(published))).map(({ score }) => score)
}

describe('temporal-intent', () => {
  it('rejects pages from before the start (TI eq. 11), and lets pages without a date pass', () => {
    const relevant = (day: string | null) => make().judge(page(day)).relevant
    expect(['2013-11-01', '2013-10-31', '2014-06-01', null].map(relevant)).toEqual([true, true, true, true])
    expect(relevant('2013-10-30')).toBe(false)
    expect(make().judge(page('2013-10-30'))).toMatchObject({
      relevance: 0,
      evidence: { start: { value: 0, because: ['2013-10-30, before the start'] } },
    })
    expect(make(HAIYAN, { tolerance: 0 }).judge(page('2013-10-31')).relevant).toBe(false)
  })

  it('boosts links by exp(lambda / max lambda) of their day (TI eq. 14 and 20)', () => {
    const [november, december, later] = scores(make(), ['2013/11/09/x', '2013/12/09/x', '2015/01/01/x'])
    expect(november! / later!).toBeCloseTo(Math.E, 9)
    expect(december! / later!).toBeCloseTo(Math.exp(0.06), 9)
  })

  it('uses the date of the parent for a link without a date in its URL', () => {
    expect(scores(make(), ['x'], '2013-12-02')).toEqual(scores(make(), ['2013/12/20/x'], '2013-12-02'))
  })

  it('weights parent and anchor as in TI eq. 13, and does not boost links below delta', () => {
    const strategy = make()
    const from = sampleJudged(strategy, page('2013-11-09'))
    const [plain] = strategy.score([sampleLink('http://a.example/2013/11/09/x', 'x')], from)
    const topic = from.verdict.relevance
    expect(topic).toBeGreaterThan(0.9)
    expect(plain?.score).toBeCloseTo((0.4 * topic) / Math.E, 12)
    expect(plain?.evidence.interest).toMatchObject({ value: 1, weight: 0 })
  })

  it('keeps the order of eq. 14 within 0..1', () => {
    const lambda = { '2013/11/09/x': 100, '2013/12/09/x': 6, '2015/01/01/x': 0 }
    const path = fc.constantFrom(...(Object.keys(lambda) as (keyof typeof lambda)[]))
    const link = fc.record({
      path,
      relevance: fc.double({ min: 0, max: 1, noNaN: true }),
      about: fc.boolean(),
    })
    const strategy = make()
    const anchor = (about: boolean) => (about ? 'typhoon' : 'x')
    const printed = ({
      path: at,
      relevance,
      about,
    }: {
      path: keyof typeof lambda
      relevance: number
      about: boolean
    }) => {
      const priority = 0.4 * relevance + 0.6 * (about ? 1 / Math.hypot(1, 0.32) : 0)
      return priority < 0.4 ? priority : Math.exp(lambda[at] / 100) * priority
    }
    fc.assert(
      fc.property(link, link, (a, b) => {
        const [x, y] = [a, b].map(({ path: at, relevance, about }) => {
          const verdict = { relevance, relevant: true, evidence: {} }
          const from = sampleJudged(strategy, page('2013-11-09'), { verdict })
          return strategy.score([sampleLink(`http://a.example/${at}`, anchor(about))], from)[0]!.score
        })
        expect(x).toBeCloseTo(printed(a) / Math.E, 9)
        expect(x! >= 0 && x! <= 1).toBe(true)
        if (printed(a) - printed(b) > 1e-9) expect(x).toBeGreaterThan(y!)
      }),
      { numRuns: 200 },
    )
  })

  it('uses the days after the start if there is no series, and nothing if there is no start', () => {
    const started = make({ start: '2013-11-01', interest: [] })
    const [during, after] = scores(started, ['2013/11/30/x', '2013/12/01/x'])
    expect(during! / after!).toBeCloseTo(Math.E, 9)
    const ended = make({ start: '2013-11-01', end: '2013-12-15', interest: [] })
    expect(new Set(scores(ended, ['2013/11/30/x', '2013/12/15/x'])).size).toBe(1)
    for (const when of [{ interest: [] }, { start: '2013-11-01', interest: [] }]) {
      const plain = make(when, { span: 0 })
      expect(new Set(scores(plain, ['2013/11/30/x', '2015/12/15/x'])).size).toBe(1)
    }
  })

  it('starts with the first interest if the event has no start', () => {
    const strategy = make({
      interest: [{ from: '2013-09-01', to: '2013-09-30', value: 0 }, ...HAIYAN.interest],
    })
    expect(strategy.judge(page('2013-10-15')).relevant).toBe(false)
    expect(strategy.judge(page('2013-11-15')).relevant).toBe(true)
  })
})
