import { describe, expect, it } from 'vitest'
import type { EventModel } from '../../model/event.ts'
import type { Evidence } from '../../model/verdict.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleCandidate, sampleItem, sampleJudged, sampleObservation } from '../samples.ts'
import type { Strategy } from '../strategy.ts'

strategyConformance('annealing')

const event: EventModel = {
  name: 'storm',
  what: [
    { term: 'typhoon', weight: 1 },
    { term: 'flood', weight: 0.6 },
  ],
  where: [],
  when: { interest: [] },
  who: [],
  languages: ['en'],
  seeds: [],
}
const NORM = Math.hypot(1, 0.6)
const make = (options = {}, canonical?: (url: string) => string) =>
  createStrategy('annealing', { event, random: seededRandom(1), canonical }, options)

const page = sampleReading('Typhoon', 'typhoon flood '.repeat(30), {
  url: 'http://a.example/',
  links: [
    sampleLink('http://a.example/1', 'typhoon news', { context: 'flood warning' }),
    sampleLink('http://a.example/2', 'football'),
  ],
})

/** One page through the crawl: judged, scored, remembered, observed. */
function visit(strategy: Strategy, reading = page, order = 1) {
  const judged = sampleJudged(strategy, reading)
  const scores = strategy.score(reading.links, judged)
  const found = reading.links.map(({ url, anchor }, i) =>
    sampleItem(url, { anchor, score: scores[i]?.score ?? 0 }),
  )
  const memo = strategy.remember?.(judged, found) ?? null
  strategy.observe?.(sampleObservation(order, { canonicalUrl: reading.url, memo }))
  return scores
}

describe('annealing', () => {
  it('keeps a page above sigma, not at it', () => {
    const { relevance, relevant } = make().judge(page)
    // typhoon: 1/30 * 2 + 1; flood: 1
    const w = [2 / 30 + 1, 1] as const
    expect(relevance).toBeCloseTo((w[0] + 0.6 * w[1]) / (NORM * Math.hypot(...w)), 12)
    expect(relevant).toBe(true)
    expect(make({ sigma: relevance }).judge(page).relevant).toBe(false)
  })

  it('gives a link the priority of OA eq. 12', () => {
    const strategy = make()
    const judged = sampleJudged(strategy, page)
    const [link] = strategy.score(page.links, judged)
    const { anchor, parent, rank, target } = link?.evidence ?? {}
    expect(anchor?.value).toBeCloseTo(1 / NORM, 12)
    expect(parent?.value).toBe(judged.verdict.relevance)
    expect(target?.value).toBeCloseTo((1 + 0.6) / (NORM * Math.SQRT2), 12)
    expect(link?.score).toBeCloseTo(
      0.35 * (anchor?.value ?? 0) +
        0.35 * (parent?.value ?? 0) +
        0.1 * (rank?.value ?? 0) +
        0.2 * (target?.value ?? 0),
      12,
    )
  })

  it('learns from every page that links to a target', () => {
    const strategy = make()
    const target = sampleLink('http://b.example/x', 'more')
    const lone = (host: string, context: string) =>
      sampleReading('x', 'x', { url: `http://${host}/`, links: [{ ...target, context }] })
    const [before] = visit(strategy, lone('p1.example', 'typhoon'), 1)
    visit(strategy, lone('p2.example', 'flood'), 2)
    const [after] = visit(strategy, lone('p3.example', ''), 3)
    expect(before?.evidence.target?.because).toEqual(['typhoon'])
    expect(after?.evidence.target?.because).toEqual(['typhoon', 'flood'])
    expect(after?.evidence.rank?.value).toBe(1)
  })

  it('identifies a target by its canonical URL', () => {
    const canonical = (url: string) => url.replace(/\?.*/, '')
    const strategy = make({}, canonical)
    const reading = (url: string, context: string) =>
      sampleReading('x', 'x', {
        url,
        links: [sampleLink(`http://b.example/x?from=${context.length}`, '', { context })],
      })
    const judged = sampleJudged(strategy, reading('http://p1.example/', 'typhoon'))
    const memo = strategy.remember?.(judged, [
      sampleItem('http://b.example/x?from=7', { canonicalUrl: 'http://b.example/x' }),
    ])
    strategy.observe?.(sampleObservation(1, { memo: memo ?? null }))
    const [link] = strategy.score(
      reading('http://p2.example/', 'flood').links,
      sampleJudged(strategy, reading('http://p2.example/', 'flood')),
    )
    expect(link?.evidence.target?.because).toEqual(['typhoon', 'flood'])
  })

  it('keeps the link graph but not the word counts when the event file was edited', () => {
    const before = make()
    visit(before)
    const edited = { ...event, what: [{ term: 'storm', weight: 1 }, ...event.what] }
    const after = createStrategy('annealing', { event: edited, random: seededRandom(1) })
    after.restore?.(JSON.parse(JSON.stringify(before.snapshot?.() ?? null)))
    const from = sampleReading('x', 'x', {
      url: 'http://b.example/',
      links: [sampleLink('http://a.example/1', ''), sampleLink('http://a.example/unknown', '')],
    })
    const [known, unknown] = after.score(from.links, sampleJudged(after, from))
    expect(known?.evidence.target?.because).toEqual([])
    expect(known?.evidence.rank?.value).toBeGreaterThan(unknown?.evidence.rank?.value ?? 1)
  })

  it('passes rank to the target of a redirect', () => {
    const rankOf = (evidence: Evidence) => {
      const strategy = make()
      visit(strategy)
      strategy.observe?.(sampleObservation(2, { canonicalUrl: 'http://moved.example/', evidence }))
      const from = sampleReading('x', 'x', {
        url: 'http://b.example/',
        links: ['moved', ...'cdefghijklmnopq'].map((name) => sampleLink(`http://${name}.example/`, '')),
      })
      return strategy.score(from.links, sampleJudged(strategy, from))[0]?.evidence.rank?.value ?? 0
    }
    const redirect = { value: 1, weight: 1, because: ['http://a.example/1#top'] }
    expect(rankOf({ redirect })).toBeGreaterThan(rankOf({}))
  })

  it('queues everything unless eta is set', () => {
    const low = sampleReading('x', 'x', { links: [sampleLink('http://a.example/2', 'football')] })
    const excluded = (options = {}) => visit(make(options), low)[0]?.excluded
    expect(excluded()).toBeUndefined()
    expect(excluded({ eta: 0.15 })).toBe('priority-filter')
  })

  it('refuses weights that do not sum to 1', () => {
    expect(() => make({ alpha: 0.5 })).toThrow(/sum to 1/)
    expect(() => make({ alpha: 0.5, beta: 0.2 })).not.toThrow()
  })

  it('is offered best and random links, and does not always take the best', () => {
    const candidates = Array.from({ length: 60 }, (_, id) => sampleCandidate(id, { score: id / 60 }))
    const strategy = make()
    expect(strategy.view).toEqual({ best: 64, random: 64 })
    const drawn = new Set<number | undefined>()
    for (let i = 1; i <= 30; i++) {
      drawn.add(strategy.select?.(candidates, 1)[0]?.id)
      strategy.observe?.(sampleObservation(i))
    }
    expect(drawn.size).toBeGreaterThan(1)
  })
})
