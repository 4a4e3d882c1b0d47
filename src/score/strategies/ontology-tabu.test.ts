import { expect, it } from 'vitest'
import type { EventModel } from '../../model/event.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('ontology-tabu')

const label = (text: string) => ({ id: text, labels: [{ text, language: 'en' }], synonyms: [] })
const event: EventModel = {
  name: 'storm',
  what: [{ term: 'football', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  concepts: { global: { topic: 'flood', concepts: [{ ...label('flood'), parents: [] }] }, local: [] },
  languages: ['en'],
  seeds: [],
}

it('scores by the words of the global ontology and the parent, and excludes links below eta', () => {
  const strategy = createStrategy('ontology-tabu', { event, random: () => 0.5 })
  const page = sampleReading('Flood', 'flood', {
    links: [sampleLink('http://a.example/1', 'flood'), sampleLink('http://a.example/2', 'football')],
  })
  const [flood, football] = strategy.score(page.links, sampleJudged(strategy, page))
  expect(flood?.score).toBeCloseTo(1, 9)
  expect(football?.score).toBeCloseTo(0.5, 9)
  const dull = { ...page, groups: sampleReading('', 'x').groups }
  expect(strategy.score(page.links, sampleJudged(strategy, dull))[1]?.excluded).toBe('priority-filter')
})
