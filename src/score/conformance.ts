import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Candidate, JudgedPage, Observation } from '../model/crawl.ts'
import type { EventModel } from '../model/event.ts'
import type { Json } from '../model/json.ts'
import type { Evidence } from '../model/verdict.ts'
import { sampleLink, sampleReading } from '../page/sample-reading.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { createStrategy, STRATEGIES, type StrategyName } from './registry.ts'
import { sampleCandidate, sampleItem, sampleJudged, sampleObservation } from './samples.ts'
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

const HOSTILE = '\ud800\u0000\u202e__proto__'

const LINKS = [
  sampleLink('http://news.example/2024/11/10/typhoon-relief', 'Typhoon relief arrives', {
    context: 'after the storm surge',
  }),
  sampleLink('http://other.example/sport', 'Football', { division: 1, rel: ['next'], position: 0.9 }),
  sampleLink('http://other.example/%E5%8F%B0%E9%A3%8E', '台风', { division: 1 }),
  sampleLink('http://x.example/%ff%zz', ''),
  sampleLink('', HOSTILE, { context: HOSTILE, division: -1, position: Number.POSITIVE_INFINITY }),
  sampleLink('javascript:alert(1)', 'constructor', { division: 0.5, position: -3 }),
  sampleLink('http://x.example/', 'x', { division: 99, position: Number.NaN }),
]

const HUGE_LINK = sampleLink(`http://x.example/${'a/'.repeat(5000)}`, 'word '.repeat(20_000), {
  context: 'typhoon '.repeat(20_000),
})

const DIVISIONS = ['Typhoon relief arrives after the storm surge', 'Sport, weather and 台风']
const PAGES = [
  sampleReading('Typhoon makes landfall', 'The typhoon brought a storm surge. '.repeat(20)),
  sampleReading('Local football', 'The home side won by two goals. '.repeat(20), {
    published: null,
    publishedFrom: 'none',
  }),
  sampleReading('Typhoon of another year', 'The typhoon brought a storm surge. '.repeat(20), {
    published: '2019-09-09',
  }),
  sampleReading('台风登陆', '台风带来暴雨。'.repeat(40), { language: 'zh' }),
  sampleReading('', ''),
  sampleReading(HOSTILE.repeat(100), 'x'.repeat(20_000), {
    url: HOSTILE,
    language: 'und',
    published: '9999-99-99',
    places: [{ id: '__proto__', name: HOSTILE, lat: Number.NaN, lon: 999, count: 1e9 }],
  }),
  sampleReading('constructor __proto__', 'toString hasOwnProperty '.repeat(50), { language: '__proto__' }),
].map((page) => ({ ...page, links: LINKS, divisions: DIVISIONS }))

const DATED_LIST = sampleReading('News of the day', '', {
  url: 'http://news.example/2024/11/10/',
  links: LINKS,
  divisions: DIVISIONS,
})

/**
 * How a page may have been found: as a seed, by a good link, by a redirect, or by a link with the evidence of
 * another strategy.
 */
const ORIGINS: readonly JudgedPage['link'][] = [
  { score: 1, evidence: { seed: { value: 1, weight: 1, because: ['given as a seed'] } } },
  { score: 0.4, evidence: { redirect: { value: 0.4, weight: 1, because: ['http://a.example/'] } } },
  { score: 0, evidence: {} },
  {
    score: Number.NaN,
    evidence: JSON.parse('{"__proto__":{"value":9,"weight":-1,"because":[]}}') as Evidence,
  },
]

const observation = (order: number, memo: Json = null): Observation =>
  sampleObservation(order, {
    source: order % 3 ? 'news.example' : 'other.example',
    host: order % 4 ? 'news.example' : 'other.example',
    depth: order % 5,
    score: (order % 10) / 10,
    evidence: LINK_EVIDENCE,
    memo,
    relevance: (order % 7) / 7,
    relevant: order % 2 === 0,
    published: order % 2 ? null : '2024-11-10',
  })
const LINK_EVIDENCE: Evidence = { anchor: { value: 0.4, weight: 0.5, because: ['typhoon'] } }

/** Several links per host, several hosts per source, seeds among them. */
const CANDIDATES: readonly Candidate[] = Array.from({ length: 500 }, (_, i) =>
  sampleCandidate(i + 1, {
    host: `h${i % 90}.s${i % 30}.example`,
    source: i % 10 === 0 ? 'news.example' : `s${i % 30}.example`,
    score: ((i * 7919) % 101) / 100,
    depth: i % 6,
    tunnel: i % 4,
    parents: 1 + (i % 9),
    bestParent: i % 25 ? 1 + (i % 60) : null,
    evidence: i % 25 ? LINK_EVIDENCE : {},
  }),
)

/** What every strategy must do, however it judges pages. See the guarantees in `strategy.ts`. */
export function strategyConformance(name: StrategyName): void {
  const make = (seed = 7, options = {}) =>
    createStrategy(name, { event: SAMPLE_EVENT, random: seededRandom(seed) }, options)
  const inRange = (x: number) => Number.isFinite(x) && x >= 0 && x <= 1
  const pageDecisions = (s: Strategy) =>
    PAGES.map((page) => sampleJudged(s, page)).flatMap((judged) =>
      ORIGINS.map((link, depth) => {
        const from = { ...judged, link, depth }
        return { verdict: from.verdict, links: s.score(LINKS, from), memo: remembered(s, from) }
      }),
    )
  const choices = (s: Strategy) =>
    [1, 2, 7, 60, 500].flatMap((size) =>
      [1, 5].map((n) => s.select?.(CANDIDATES.slice(0, size), n).map(({ id }) => id)),
    )
  const decisions = (s: Strategy) => ({ pages: pageDecisions(s), choices: choices(s), end: s.saturated?.() })
  /** An observation with a memo of this strategy. */
  const memos = remembersOf(make())
  const observed = (order: number) => observation(order, memos[order % memos.length] ?? null)

  describe(`strategy ${name}`, () => {
    it('is created without options and has its registry name', () => {
      expect(make().name).toBe(name)
    })

    it('is created for an event with a single word', () => {
      const event = { ...SAMPLE_EVENT, what: [{ term: 'fire', weight: 1 }], when: { interest: [] } }
      const strategy = createStrategy(name, { event, random: seededRandom(1) })
      for (const { verdict, links } of pageDecisions(strategy))
        expect([verdict.relevance, ...links.map(({ score }) => score)].every(inRange)).toBe(true)
    })

    it('refuses an unknown option by name', () => {
      expect(() => make(1, { misspelt: 1 })).toThrow(/misspelt/)
    })

    it('has the default options, and does not change options that are given', () => {
      const defaults = STRATEGIES[name].options.parse({}) as object
      const given = deepFrozen(JSON.parse(JSON.stringify(defaults)) as Json)
      expect(decisions(make(7, given as object))).toEqual(decisions(make()))
      expect(given).toEqual(defaults)
    })

    it('returns finite numbers from 0 to 1 for every page and link', () => {
      for (const { verdict, links } of pageDecisions(make())) {
        expect(inRange(verdict.relevance)).toBe(true)
        expect(links).toHaveLength(LINKS.length)
        for (const link of links) {
          expect(inRange(link.score)).toBe(true)
          expect(link.excluded).not.toBe('')
        }
      }
    })

    it('suggests a few links at most, which can be scored like any other', () => {
      const strategy = make()
      for (const page of [...PAGES, DATED_LIST]) {
        const from = sampleJudged(strategy, page)
        const links = strategy.suggest?.(from) ?? []
        expect(links.length).toBeLessThanOrEqual(MAX_SUGGESTED)
        for (const { url } of links) expect(url).toMatch(/^https?:\/\//)
        expect(strategy.score(links, from).every(({ score }) => inRange(score))).toBe(true)
      }
    })

    it('gives evidence that is JSON and in range', () => {
      for (const { verdict, links } of pageDecisions(make())) {
        for (const evidence of [verdict.evidence, ...links.map((l) => l.evidence)]) {
          expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence)
          for (const part of Object.values(evidence))
            expect(part.value === null || inRange(part.value)).toBe(true)
        }
      }
    })

    it('is deterministic for the same inputs and seed', () => {
      expect(decisions(make())).toEqual(decisions(make()))
    })

    it('does not change its arguments', () => {
      const frozen = [PAGES, LINKS, ORIGINS, SAMPLE_EVENT, CANDIDATES]
      const before = JSON.stringify(frozen)
      const strategy = make()
      decisions(strategy)
      const seen = observed(1)
      const seenBefore = JSON.stringify(seen)
      strategy.observe?.(seen)
      decisions(strategy)
      expect(JSON.stringify(frozen)).toBe(before)
      expect(JSON.stringify(seen)).toBe(seenBefore)
    })

    it('scores a batch the same in whole or in parts', () => {
      const whole = make()
      const split = make()
      const from = sampleJudged(whole, PAGES[0]!)
      const parts = LINKS.flatMap((link) => split.score([link], from))
      expect(parts).toEqual(whole.score(LINKS, from))
      expect(whole.score([], from)).toEqual([])
    })

    it('scores a very long URL and anchor, and a page of twenty thousand links', () => {
      const links = Array.from({ length: 20_000 }, (_, i) => ({
        ...LINKS[i % 4]!,
        url: `${LINKS[0]!.url}/${i}`,
      }))
      const strategy = make()
      const page = { ...PAGES[0]!, links: [HUGE_LINK, ...links] }
      const scores = strategy.score(page.links, sampleJudged(strategy, page))
      expect(scores).toHaveLength(page.links.length)
      expect(scores.every(({ score }) => inRange(score))).toBe(true)
    })

    it('chooses at least one and at most n of the candidates, one per host', () => {
      const strategy = make()
      for (let i = 1; i <= 30; i++) strategy.observe?.(observed(i))
      for (const size of [1, 2, 3, 50, 91, 500]) {
        const candidates = CANDIDATES.slice(0, size)
        for (const n of [0, 1, 5, 64, 1000]) {
          const chosen = strategy.select?.(candidates, n)
          if (!chosen) continue
          expect(chosen.length).toBeLessThanOrEqual(n)
          expect(chosen.length).toBeGreaterThanOrEqual(Math.min(n, 1))
          expect(new Set(chosen.map(({ host }) => host)).size).toBe(chosen.length)
          for (const candidate of chosen) expect(candidates).toContain(candidate)
        }
      }
      expect(strategy.select?.([], 5) ?? []).toEqual([])
    })

    it('stores a small JSON memo for a page with many links', () => {
      const strategy = make()
      const items = Array.from({ length: 2_000 }, (_, i) => sampleItem(`http://news.example/${i}/${HOSTILE}`))
      for (const found of [[], items]) {
        const memo = strategy.remember?.(sampleJudged(strategy, PAGES[0]!), found) ?? null
        expect(JSON.parse(JSON.stringify(memo))).toEqual(memo)
        expect(JSON.stringify(memo).length).toBeLessThan(MAX_REMEMBERED)
      }
    })

    it('accepts memos and states of other strategies', () => {
      const strange: Json[] = [null, 0, 'x', [], [[[]]], {}, { '': null }, JSON.parse('{"__proto__":[1]}')]
      for (const memo of strange) {
        const strategy = make()
        strategy.observe?.(observation(1, memo))
        strategy.restore?.(memo)
        expect(decisions(strategy)).toEqual(decisions(strategy))
      }
    })

    it('reports saturation only with reasons', () => {
      const strategy = make()
      expect(strategy.saturated?.() ?? null).toBeNull()
      for (let i = 1; i <= 100; i++) strategy.observe?.(observation(i))
      const reasons = strategy.saturated?.() ?? null
      expect(reasons === null || reasons.length > 0).toBe(true)
    })

    it('continues from a snapshot exactly as if it had never stopped', () => {
      const strategy = make()
      for (let i = 1; i <= 50; i++) strategy.observe?.(observed(i))
      choices(strategy)
      const resumed = restored(strategy, make(8))
      expect(decisions(resumed)).toEqual(decisions(strategy))
      for (let i = 51; i <= 60; i++) {
        strategy.observe?.(observed(i))
        resumed.observe?.(observed(i))
        expect(choices(resumed)).toEqual(choices(strategy))
      }
      expect(decisions(resumed)).toEqual(decisions(strategy))
    })

    // A killed crawl replays the pages since its snapshot; what it judged, scored and chose in the meantime is not repeated.
    it('learns only from observations', () => {
      const strategy = make()
      for (let i = 1; i <= 20; i++) strategy.observe?.(observed(i))
      const resumed = restored(strategy, make())
      for (let i = 21; i <= 40; i++) {
        if (i % 4 === 0) pageDecisions(strategy)
        choices(strategy)
        strategy.observe?.(observed(i))
        resumed.observe?.(observed(i))
      }
      expect(decisions(resumed)).toEqual(decisions(strategy))
    })

    it('does not fetch, store or read files', () => {
      for (const file of scoreFilesOf(new URL(`./strategies/${name}.ts`, import.meta.url)))
        expect(readFileSync(file, 'utf8'), file.pathname).not.toMatch(/from '([^']*\/(fetch|store)\/|node:)/)
    })
  })
}

const MAX_SUGGESTED = 16
/** Enough for a few characters per link of a page with two thousand links. */
const MAX_REMEMBERED = 100_000

function remembered(strategy: Strategy, from: JudgedPage): Json {
  const found = LINKS.slice(0, 3).map((link) => sampleItem(link.url))
  return strategy.remember?.(from, found) ?? null
}

function remembersOf(strategy: Strategy): Json[] {
  return PAGES.map((page, id) => remembered(strategy, sampleJudged(strategy, page, { id })))
}

function restored(strategy: Strategy, fresh: Strategy): Strategy {
  const state = JSON.parse(JSON.stringify(strategy.snapshot?.() ?? null)) as Json
  if (state !== null) fresh.restore?.(state)
  return fresh
}

/** The file and every file of this module that it imports, directly or indirectly. */
function scoreFilesOf(file: URL, known = new Map<string, URL>()): Iterable<URL> {
  if (known.has(file.href) || !file.pathname.includes('/score/') || !existsSync(file)) return known.values()
  known.set(file.href, file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g))
    scoreFilesOf(new URL(path ?? '', file), known)
  return known.values()
}

function deepFrozen(value: Json): Json {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFrozen(inner)
    Object.freeze(value)
  }
  return value
}
