import { expect, it } from 'vitest'
import type { EventModel } from '../../model/event.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy, STRATEGIES } from '../registry.ts'
import { sampleCandidate, sampleJudged, sampleObservation } from '../samples.ts'

strategyConformance('ontology-annealing-global')

const label = (text: string) => ({ id: text, labels: [{ text, language: 'en' }], synonyms: [] })
const event: EventModel = {
  name: 'storm',
  what: [{ term: 'football', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  concepts: {
    global: {
      topic: 'disaster',
      concepts: [
        { ...label('disaster'), parents: [] },
        { ...label('flood'), parents: ['disaster'] },
      ],
    },
    local: [{ topic: 'x', concepts: [{ ...label('x'), parents: [] }] }],
  },
  languages: ['en'],
  seeds: [],
}
const make = (options = {}, context: { readonly pageBudget?: number } = {}) =>
  createStrategy('ontology-annealing-global', { event, random: () => 0.3, ...context }, options)

it('filters by priority alone, at eta .15 (OA table 3)', () => {
  expect(STRATEGIES['ontology-annealing-global'].options.parse({})).toMatchObject({
    eta: 0.15,
    schedule: 'falling',
  })
  const page = sampleReading('Other', 'other', {
    links: [sampleLink('http://a.example/1', 'flood'), sampleLink('http://a.example/2', 'football')],
  })
  const strategy = make()
  const [flood, football] = strategy.score(page.links, sampleJudged(strategy, page))
  expect(flood?.excluded).toBeUndefined()
  expect(football?.excluded).toBe('priority-filter')
})

it.each([
  ['target', make({ target: 5 })],
  ['page budget', make({}, { pageBudget: 5 })],
  ['target, whatever the page budget', make({ target: 5 }, { pageBudget: 5000 })],
])('takes the best link once the crawl has reached its %s', (_, strategy) => {
  for (let i = 1; i <= 5; i++) strategy.observe?.(sampleObservation(i))
  const candidates = Array.from({ length: 50 }, (_, id) => sampleCandidate(id, { score: id / 50 }))
  for (let size = 10; size <= 50; size++)
    expect(strategy.select?.(candidates.slice(0, size), 1)[0]?.score).toBeGreaterThan((size - 4) / 50)
})

it('follows a page budget that changes while the crawl runs', () => {
  const budget = { pages: 1_000_000 }
  const strategy = createStrategy('ontology-annealing-global', {
    event,
    random: () => 0.3,
    get pageBudget() {
      return budget.pages
    },
  })
  for (let i = 1; i <= 5; i++) strategy.observe?.(sampleObservation(i))
  const candidates = Array.from({ length: 50 }, (_, id) => sampleCandidate(id, { score: 0.5 + id / 100 }))
  const worst = () =>
    Math.min(
      ...Array.from({ length: 40 }, (_, i) => {
        const shown = candidates.slice(0, 10 + i)
        return (strategy.select?.(shown, 1)[0]?.score ?? 0) - (shown.at(-1)?.score ?? 0)
      }),
    )
  const hot = worst()
  budget.pages = 5
  expect(worst()).toBeGreaterThan(hot)
})
