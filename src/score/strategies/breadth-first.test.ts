import { expect, it } from 'vitest'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('breadth-first')

it('gives every link the same score, so that the first found is fetched first', () => {
  const event = {
    name: 'x',
    what: [{ term: 'fire', weight: 1 }],
    where: [],
    when: { interest: [] },
    who: [],
    languages: [],
    seeds: [],
  }
  const strategy = createStrategy('breadth-first', { event, random: () => 0.5 })
  const page = sampleReading('Fire', 'fire '.repeat(100))
  const links = [sampleLink('http://a.example/fire', 'Fire!'), sampleLink('http://a.example/x', 'x')]
  const scores = strategy.score(links, sampleJudged(strategy, page))
  expect(new Set(scores.map((s) => s.score)).size).toBe(1)
})
