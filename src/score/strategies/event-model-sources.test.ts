import { describe, expect, it } from 'vitest'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleCandidate, sampleJudged, sampleObservation } from '../samples.ts'

strategyConformance('event-model-sources')

const event = sampleEvent({ fire: 1 })
/** good.example: 3 relevant, 1 other; bad.example: 0 and 4; `count` times. */
function learned(options = {}, seed = 1, count = 1) {
  const strategy = createStrategy('event-model-sources', { event, random: seededRandom(seed) }, options)
  let order = 0
  for (let i = 0; i < 4 * count; i++) {
    const seen = (source: string, relevant: boolean) =>
      strategy.observe?.(sampleObservation(++order, { source, host: `www.${source}`, relevant }))
    seen('good.example', i % 4 !== 0)
    seen('bad.example', false)
  }
  return strategy
}
const at = (id: number, source: string, score: number) =>
  sampleCandidate(id, { source, host: `www.${source}`, score })
const CANDIDATES = [at(1, 'good.example', 0.3), at(2, 'bad.example', 0.9), at(3, 'new.example', 0.5)]
const order = (options = {}, seed = 1) =>
  learned(options, seed)
    .select?.(CANDIDATES, 3)
    .map(({ id }) => id)

describe('event-model-sources', () => {
  it.each([
    // (3 + 1) / (1 + 1) = 2, (0 + 1) / (4 + 1) = 0.2, 1: times the scores .6 .18 .5
    ['success-rate', [1, 3, 2]],
    // 1 / (1 + others) = .5, .2, 1: times the scores .15 .18 .5
    ['negative-absolute-bad', [3, 2, 1]],
    // .3, .9, .5: times the scores
    ['best-score', [2, 3, 1]],
    // No source has relevant pages, so the scores decide.
    ['absolute-good-best-score', [1, 2, 3]],
    // 2 * .3, .2 * .9, .5: times the scores .18 .162 .25
    ['success-rate-best-score', [3, 1, 2]],
  ])('ranks links by %s times their score (EV 7.1)', (importance, expected) => {
    expect(order({ importance })).toEqual(expected)
  })

  it('takes the best link of the most important source if set', () => {
    const strategy = learned({ combine: 'source-first' })
    const candidates = [
      ...CANDIDATES,
      sampleCandidate(4, { source: 'good.example', host: 'm.good.example', score: 0.4 }),
    ]
    expect(strategy.select?.(candidates, 4).map(({ id }) => id)).toEqual([4, 1, 3, 2])
  })

  it('samples sources in proportion to what is known about them (Thompson)', () => {
    const firsts = Array.from(
      { length: 400 },
      (_, seed) => order({ importance: 'thompson', combine: 'source-first' }, seed)?.[0],
    )
    const share = (id: number) => firsts.filter((first) => first === id).length / firsts.length
    // Beta(4, 2) against Beta(1, 1) and Beta(1, 5).
    expect(share(1)).toBeGreaterThan(share(3))
    expect(share(3)).toBeGreaterThan(share(2))
    expect(share(2)).toBeGreaterThan(0)
  })

  it.each(['thompson', 'thompson-best-score'])(
    'draws again after each page, with reproducible results (%s)',
    (importance) => {
      const draws = (seed: number) => {
        const strategy = learned({ importance }, seed)
        return Array.from({ length: 30 }, (_, i) => {
          strategy.observe?.(sampleObservation(100 + i, { source: 'else.example', host: 'else.example' }))
          return strategy.select?.(CANDIDATES, 1)[0]?.id
        })
      }
      expect(draws(5)).toEqual(draws(5))
      expect(new Set(draws(5)).size).toBeGreaterThan(1)
    },
  )

  it('distinguishes hosts of one site only if set', () => {
    const observed = (options: object) => {
      const strategy = createStrategy('event-model-sources', { event, random: seededRandom(1) }, options)
      for (let i = 1; i <= 5; i++)
        strategy.observe?.(
          sampleObservation(i, { source: 'a.example', host: 'good.a.example', relevant: true }),
        )
      const candidates = [
        sampleCandidate(1, { source: 'a.example', host: 'bad.a.example', score: 0.6 }),
        sampleCandidate(2, { source: 'b.example', host: 'b.example', score: 0.7 }),
      ]
      return strategy.select?.(candidates, 1)[0]?.id
    }
    expect(observed({})).toBe(1)
    expect(observed({ source: 'host' })).toBe(2)
  })

  it('judges and scores like event-model, with the same options', () => {
    const page = sampleReading('Fire', 'A fire in the hills. '.repeat(20))
    const links = [sampleLink('http://a.example/fire', 'Fire'), sampleLink('http://a.example/x', 'x')]
    const answers = (name: string) => {
      const strategy = createStrategy(name, { event, random: () => 0.5 }, { topic: 5 })
      const from = sampleJudged(strategy, page)
      return { verdict: from.verdict, links: strategy.score(links, from) }
    }
    expect(answers('event-model-sources')).toEqual(answers('event-model'))
  })
})
