import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JudgedPage, Observation } from '../model/crawl.ts'
import type { EventModel } from '../model/event.ts'
import type { PageReading } from '../model/page.ts'
import { seededRandom } from '../model/random.ts'
import { sampleLink, sampleReading } from '../page/sample-reading.ts'
import { createStrategy, type StrategyName } from './registry.ts'
import type { Strategy } from './strategy.ts'

const SAMPLE_EVENT: EventModel = {
  name: 'Storm over the coast',
  what: [
    { term: 'typhoon', weight: 1, synonyms: ['hurricane'] },
    { term: 'storm surge', weight: 0.5 },
    { term: '台风', weight: 0.8 },
  ],
  where: [],
  when: { start: '2024-11-08', interest: [{ from: '2024-11-08', to: '2024-11-30', value: 100 }] },
  who: [],
  languages: ['en', 'zh'],
  seeds: [],
}

const PAGES = [
  sampleReading('Typhoon makes landfall', 'The typhoon brought a storm surge. '.repeat(20)),
  sampleReading('Local football', 'The home side won by two goals. '.repeat(20), {
    published: null,
    publishedFrom: 'none',
  }),
  sampleReading('台风登陆', '台风带来暴雨。'.repeat(40), { language: 'zh' }),
  sampleReading('', ''),
  sampleReading('\ud800\u0000'.repeat(500), 'x'.repeat(200_000), {
    language: 'und',
    published: '9999-99-99',
  }),
  sampleReading('constructor __proto__', 'toString hasOwnProperty '.repeat(50), { language: '__proto__' }),
]

const LINKS = [
  sampleLink('http://news.example/2024/11/10/typhoon-relief', 'Typhoon relief arrives'),
  sampleLink('http://other.example/sport', 'Football'),
  sampleLink('http://other.example/%E5%8F%B0%E9%A3%8E', '台风'),
  sampleLink('http://x.example/%ff%zz', ''),
  sampleLink(`http://x.example/${'a/'.repeat(5000)}`, 'word '.repeat(20_000), {
    division: 99,
    position: Number.NaN,
  }),
]

const judged = (strategy: Strategy, page: PageReading): JudgedPage => ({
  page,
  verdict: strategy.judge(page),
  depth: 1,
  source: 'news.example',
})

const observation = (order: number): Observation => ({
  order,
  url: `http://news.example/${order}`,
  source: order % 3 ? 'news.example' : 'other.example',
  host: 'news.example',
  depth: order % 5,
  score: (order % 10) / 10,
  relevance: (order % 7) / 7,
  relevant: order % 2 === 0,
  published: order % 2 ? null : '2024-11-10',
})

/** What every strategy must do, whatever it believes about pages. See the promises in `strategy.ts`. */
export function strategyConformance(name: StrategyName): void {
  const make = (seed = 7) => createStrategy(name, { event: SAMPLE_EVENT, random: seededRandom(seed) })
  const decisions = (s: Strategy) =>
    PAGES.map((page) => ({ page: s.judge(page), links: s.score(LINKS, judged(s, page)) }))
  const inRange = (x: number) => Number.isFinite(x) && x >= 0 && x <= 1

  describe(`strategy ${name} keeps the promises of every strategy`, () => {
    it('is made with no options and carries its registry name', () => {
      expect(make().name).toBe(name)
    })

    it('is made for an event that has only one word', () => {
      const event = { ...SAMPLE_EVENT, what: [{ term: 'fire', weight: 1 }], when: { interest: [] } }
      const strategy = createStrategy(name, { event, random: seededRandom(1) })
      expect(inRange(strategy.judge(PAGES[0]!).relevance)).toBe(true)
    })

    it('refuses an unknown option by name', () => {
      const context = { event: SAMPLE_EVENT, random: seededRandom(1) }
      expect(() => createStrategy(name, context, { misspelt: 1 })).toThrow(/misspelt/)
    })

    it('answers every page and every link with finite numbers from 0 to 1', () => {
      for (const { page, links } of decisions(make())) {
        expect(inRange(page.relevance)).toBe(true)
        expect(links).toHaveLength(LINKS.length)
        for (const link of links) expect(inRange(link.score)).toBe(true)
      }
    })

    it('explains itself in evidence that is JSON and in range', () => {
      for (const { page, links } of decisions(make())) {
        for (const evidence of [page.evidence, ...links.map((l) => l.evidence)]) {
          expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence)
          for (const part of Object.values(evidence))
            expect(part.value === null || inRange(part.value)).toBe(true)
        }
      }
    })

    it('decides the same from the same inputs and seed', () => {
      expect(decisions(make())).toEqual(decisions(make()))
    })

    it('leaves its arguments as they were', () => {
      const before = JSON.stringify([PAGES, LINKS, SAMPLE_EVENT])
      decisions(make())
      expect(JSON.stringify([PAGES, LINKS, SAMPLE_EVENT])).toBe(before)
    })

    it('scores a batch the same whole or split', () => {
      const whole = make()
      const split = make()
      const from = judged(whole, PAGES[0]!)
      const parts = LINKS.flatMap((link) => split.score([link], from))
      expect(parts).toEqual(whole.score(LINKS, from))
      expect(whole.score([], from)).toEqual([])
    })

    it('chooses no more than asked, and only among the heads', () => {
      const heads = Array.from({ length: 20 }, (_, id) => ({
        id,
        url: `http://h${id}.example/`,
        host: `h${id}.example`,
        source: `h${id}.example`,
        score: id / 20,
        depth: 0,
      }))
      const strategy = make()
      for (const n of [0, 1, 5, 50]) {
        const chosen = strategy.select?.(heads, n) ?? []
        expect(chosen.length).toBeLessThanOrEqual(n)
        expect(new Set(chosen).size).toBe(chosen.length)
        for (const candidate of chosen) expect(heads).toContain(candidate)
      }
    })

    it('goes on from a snapshot exactly as if it had never stopped', () => {
      const strategy = make()
      for (let i = 1; i <= 50; i++) strategy.observe?.(observation(i))
      const state = JSON.parse(JSON.stringify(strategy.snapshot?.() ?? null))
      const resumed = make()
      if (state !== null) resumed.restore?.(state)
      for (let i = 51; i <= 60; i++) {
        strategy.observe?.(observation(i))
        resumed.observe?.(observation(i))
      }
      expect(decisions(resumed)).toEqual(decisions(strategy))
    })

    it('neither fetches, stores nor reads files', () => {
      const source = readFileSync(new URL(`./strategies/${name}.ts`, import.meta.url), 'utf8')
      expect(source).not.toMatch(/from '[^']*(\/fetch\/|\/store\/|node:)/)
    })
  })
}
