import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../model/crawl.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleCandidate, sampleItem, sampleJudged, sampleObservation } from '../samples.ts'

strategyConformance('adaptive')

const event = sampleEvent(
  { typhoon: 1, landfall: 0.6, evacuation: 0.5 },
  { when: { start: '2024-11-08', interest: [] } },
)
const make = (options = {}) => createStrategy('adaptive', { event, random: () => 0.5 }, options)
const TEXT =
  'The typhoon made landfall at dawn and an evacuation of the villages on the coast went on all day. '.repeat(
    4,
  )
const parent = (strategy: ReturnType<typeof make>) =>
  sampleJudged(strategy, sampleReading('Typhoon makes landfall', TEXT, { published: '2024-11-09' }))

describe('adaptive', () => {
  it('uses the words and date of a link before it has learned anything', () => {
    const strategy = make()
    const [about, stale, other] = strategy.score(
      [
        sampleLink('http://n.example/2024/11/10/a', 'Typhoon landfall: evacuation goes on in the villages'),
        sampleLink('http://n.example/2019/02/10/b', 'Typhoon landfall: evacuation goes on in the villages'),
        sampleLink('http://n.example/2024/11/10/c', 'Home side wins the cup final by two goals to nil'),
      ],
      parent(strategy),
    )
    expect(about?.score).toBeGreaterThan(stale?.score ?? 1)
    expect(about?.score).toBeGreaterThan(other?.score ?? 1)
    expect(about?.evidence.words?.because).toContain('typhoon')
    expect(about?.evidence.date?.because).toEqual(['2024-11-10'])
    expect(about?.evidence.chance?.value).toBeGreaterThan(other?.evidence.chance?.value ?? 1)
  })

  it('chooses by the current best link and URL of a page, not by cached ones', () => {
    const strategy = make()
    const [about, other] = strategy.score(
      [
        sampleLink('http://a.example/x', 'Typhoon landfall: evacuation goes on in the villages'),
        sampleLink('http://b.example/x', 'Home side wins the cup final by two goals to nil'),
      ],
      parent(strategy),
    )
    const shown = (id: number, given: Partial<Candidate>) =>
      sampleCandidate(id, {
        host: `${id}.example`,
        source: 'n.example',
        url: `http://${id}.example/x`,
        ...given,
      })
    const good = { evidence: about?.evidence ?? {} }
    const bad = { evidence: other?.evidence ?? {} }
    const first = (candidates: Candidate[]) => strategy.select?.(candidates, 1)[0]?.id
    expect(first([shown(1, bad), shown(2, good)])).toBe(2)
    expect(first([shown(1, bad), shown(2, good)])).toBe(2)
    // Another page's link indicates more about the first, and less about the second.
    expect(first([shown(1, { ...good, bestParent: 8 }), shown(2, { ...bad, bestParent: 9 })])).toBe(1)
    // Of two equal links the one to an article comes first, whichever had that URL before.
    const [article, list] = ['http://n.example/storm-story-of-the-day-1.html', 'http://n.example/tag/storm']
    const pair = (a: string, b: string) => [shown(3, { ...good, url: a }), shown(4, { ...good, url: b })]
    expect(first(pair(article, list))).toBe(3)
    expect(first(pair(list, article))).toBe(4)
  })

  it('comes to prefer the source with the best yield, and tries unknown ones', () => {
    const strategy = make({ sourceShare: 1 })
    const from = (id: number, source: string) =>
      sampleCandidate(id, {
        host: source,
        source,
        url: `http://${source}/news/storm-story-of-the-day-${id}.html`,
        score: 0.2,
      })
    const candidates = [from(1, 'bad.example'), from(2, 'good.example'), from(3, 'new.example')]
    const before = { goodBeforeBad: 0, newBeforeBad: 0 }
    for (let order = 1; order <= 100; order++) {
      const source = order % 2 ? 'good.example' : 'bad.example'
      const relevant = source === 'good.example'
      strategy.observe?.(
        sampleObservation(order, { source, host: source, relevant, relevance: relevant ? 1 : 0 }),
      )
      if (order <= 60) continue
      const chosen = strategy.select?.(candidates, 3).map((one) => one.source) ?? []
      if (chosen.indexOf('good.example') < chosen.indexOf('bad.example')) before.goodBeforeBad++
      if (chosen.indexOf('new.example') < chosen.indexOf('bad.example')) before.newBeforeBad++
    }
    expect(before.goodBeforeBad).toBe(40)
    expect(before.newBeforeBad).toBeGreaterThan(30)
  })

  it('lowers a source above its share, unless disabled', () => {
    const candidates = [
      sampleCandidate(1, { host: 'big.example', source: 'big.example', url: 'http://big.example/1' }),
      sampleCandidate(2, { host: 'small.example', source: 'small.example', url: 'http://small.example/2' }),
    ]
    const first = (sourceShare: number) => {
      const strategy = make({ sourceShare })
      for (let order = 1; order <= 80; order++) {
        const source = order % 10 ? 'big.example' : 'small.example'
        strategy.observe?.(sampleObservation(order, { source, host: source, relevant: true, relevance: 1 }))
      }
      return strategy.select?.(candidates, 2)[0]?.source
    }
    expect(first(0.3)).toBe('small.example')
    expect(first(1)).toBe('big.example')
  })

  it('is not misled by a page stuffed with the words of the event', () => {
    const anchor = 'Cheap watches and casino bonus for everybody today'
    const chanceAfter = (text: string) => {
      const strategy = make()
      for (let order = 1; order <= 40; order++) {
        const page = sampleReading('Typhoon casino bonus watches', text, { published: '2024-11-09' })
        const judged = sampleJudged(strategy, page, { source: 'spam.example' })
        strategy.observe?.(
          sampleObservation(order, {
            source: `spam${order}.example`,
            memo: strategy.remember?.(judged, []) ?? null,
            relevance: 1,
            relevant: true,
            published: '2024-11-09',
          }),
        )
      }
      return strategy.score([sampleLink('http://x.example/z', anchor)], parent(strategy))[0]?.score ?? 1
    }
    const honest = Array.from(
      { length: 120 },
      (_, i) => `word${i} said${i % 7} typhoon${i % 40 ? i : ''}`,
    ).join(' ')
    expect(chanceAfter('typhoon landfall evacuation '.repeat(300))).toBeLessThanOrEqual(chanceAfter(honest))
  })

  it('reports saturation with reasons, until the next page about the event', () => {
    const strategy = make({ patience: 50 })
    strategy.observe?.(sampleObservation(1, { relevant: true, relevance: 1 }))
    for (let order = 2; order <= 51; order++) {
      expect(strategy.saturated?.()).toBeNull()
      strategy.observe?.(sampleObservation(order, { source: `s${order}.example` }))
    }
    expect(strategy.saturated?.()?.[0]).toMatch(/none of the last 50 pages/)
    strategy.observe?.(sampleObservation(52, { relevant: true, relevance: 1 }))
    expect(strategy.saturated?.()).toBeNull()
  })

  it('updates the scores of links that were found earlier', () => {
    const strategy = make()
    const candidates = [1, 2, 3].map((id) =>
      sampleCandidate(id, { url: `http://n.example/about/${id}`, score: 0.9, evidence: {} }),
    )
    const worths = new Map<number, number>()
    const chosen = strategy.select?.(candidates, 1, (id, score) => void worths.set(id, score)) ?? []
    expect(chosen).toHaveLength(1)
    expect([...worths.keys()].sort()).toEqual([1, 2, 3])
    for (const worth of worths.values()) expect(worth).toBeLessThan(0.45)
  })

  it('visits the home page of an unknown source, the more so if sources tend to cover the event', () => {
    const worth = (covering: boolean, tried: boolean) => {
      const strategy = make()
      for (let order = 1; order <= 20; order++) {
        const source = `s${order}.example`
        const outcome = { relevant: covering, relevance: Number(covering) }
        strategy.observe?.(sampleObservation(order, { source, host: source, ...outcome }))
      }
      if (tried)
        strategy.observe?.(sampleObservation(21, { source: 'new.example', relevant: false, relevance: 0 }))
      const [home] = strategy.score([sampleLink('http://new.example/', 'The New Example')], parent(strategy))
      return home?.evidence.leads?.value ?? 0
    }
    expect(worth(true, false)).toBeGreaterThan(0.4)
    expect(worth(false, false)).toBeLessThan(0.05)
    expect(worth(true, true)).toBeLessThan(worth(true, false) / 2)
  })

  describe('suggest on a dated list', () => {
    const listOf = (strategy: ReturnType<typeof make>, url: string) => {
      const page = sampleReading('News of the day', '', { url, links: [] })
      return sampleJudged(strategy, page, { source: new URL(url).host })
    }
    const urls = (strategy: ReturnType<typeof make>, url: string) =>
      (strategy.suggest?.(listOf(strategy, url)) ?? []).map((link) => link.url)

    it('suggests lists of the days around it and of the first day, within the days of the event', () => {
      expect(urls(make(), 'http://news.example/2024/11/20/').sort()).toEqual([
        'http://news.example/2024/11/08/',
        'http://news.example/2024/11/18/',
        'http://news.example/2024/11/19/',
        'http://news.example/2024/11/21/',
        'http://news.example/2024/11/22/',
        'http://news.example/2024/11/8/',
      ])
      expect(urls(make(), 'http://news.example/1999/03/20/')).toEqual([
        'http://news.example/2024/11/08/',
        'http://news.example/2024/11/8/',
      ])
    })

    it('suggests no known lists, and none for an article', () => {
      const strategy = make()
      expect(urls(strategy, 'http://news.example/2024/11/20/storm-hits-the-coast.html')).toEqual([])
      const from = listOf(strategy, 'http://news.example/2024/11/20/')
      const linked = sampleItem('http://news.example/2024/11/21/')
      const memo = strategy.remember?.(from, [linked]) ?? null
      strategy.observe?.(sampleObservation(1, { url: from.page.url, source: 'news.example', memo }))
      expect(urls(strategy, 'http://news.example/2024/11/20/')).not.toContain(
        'http://news.example/2024/11/21/',
      )
    })

    it('stops after a dozen unsuccessful suggestions', () => {
      const strategy = make()
      for (let order = 1; order <= 6; order++) {
        const from = listOf(strategy, `http://news.example/2024/12/${10 + 3 * order}/`)
        const links = strategy.suggest?.(from) ?? []
        const scores = strategy.score(links, from)
        const found = links.map(({ url }, i) => ({ ...sampleItem(url), evidence: scores[i]?.evidence ?? {} }))
        expect(found.every(({ evidence }) => evidence.suggested !== undefined)).toBe(true)
        const memo = strategy.remember?.(from, found) ?? null
        strategy.observe?.(sampleObservation(order, { url: from.page.url, source: 'news.example', memo }))
      }
      expect(urls(strategy, 'http://news.example/2025/01/15/')).toEqual([])
      expect(urls(strategy, 'http://other.example/2025/01/15/')).not.toEqual([])
    })

    it('suggests none if disabled', () => {
      expect(urls(make({ suggest: false }), 'http://news.example/2024/11/20/')).toEqual([])
    })
  })
})
