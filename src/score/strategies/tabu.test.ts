import { expect, it } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleCandidate, sampleObservation } from '../samples.ts'

strategyConformance('tabu')

it('moves from host to host where best-first would stay', () => {
  const event = {
    name: 'x',
    what: [{ term: 'fire', weight: 1 }],
    where: [],
    when: { interest: [] },
    who: [],
    languages: [],
    seeds: [],
  }
  const strategy = createStrategy('tabu', { event, random: seededRandom(1) })
  const used: string[] = []
  for (let order = 1; order <= 9; order++) {
    // Ten hosts always have a link ready, the first of them the best.
    const links = Array.from({ length: 10 }, (_, i) =>
      sampleCandidate(100 * order + i, { host: `h${i}`, score: 0.9 - i / 20, bestParent: 100 * order + i }),
    )
    const [link] = strategy.select?.(links, 1) ?? []
    used.push(link?.host ?? '')
    strategy.observe?.(sampleObservation(order, { ...link, relevant: true }))
  }
  expect(used).toEqual(['h0', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'h7', 'h0'])
})
