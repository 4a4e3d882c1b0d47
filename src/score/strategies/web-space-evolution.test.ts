import { expect, it } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleCandidate, sampleObservation } from '../samples.ts'

strategyConformance('web-space-evolution')

it('returns most often to the host with the best yield', () => {
  const event = {
    name: 'x',
    what: [{ term: 'fire', weight: 1 }],
    where: [],
    when: { interest: [] },
    who: [],
    languages: [],
    seeds: [],
  }
  const strategy = createStrategy('web-space-evolution', { event, random: seededRandom(1) })
  const links = Array.from({ length: 10 }, (_, i) => sampleCandidate(i, { host: `h${i}`, score: 0.5 }))
  const visits = new Map<string, number>()
  for (let order = 1; order <= 300; order++) {
    const [link] = strategy.select?.(links, 1) ?? []
    const host = link?.host ?? ''
    visits.set(host, (visits.get(host) ?? 0) + 1)
    strategy.observe?.(sampleObservation(order, { host, relevant: host === 'h7' }))
  }
  expect(visits.get('h7')).toBeGreaterThan(200)
  expect(visits.size).toBe(10)
})
