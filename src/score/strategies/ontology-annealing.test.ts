import { describe, expect, it } from 'vitest'
import type { EventModel } from '../../model/event.ts'
import type { Ontology } from '../../model/ontology.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { strategyConformance } from '../conformance.ts'
import { createStrategy } from '../registry.ts'
import { sampleJudged } from '../samples.ts'

strategyConformance('ontology-annealing')

const concept = (id: string, ...parents: string[]) => ({
  id,
  labels: [{ text: id, language: 'en' }],
  synonyms: [],
  parents,
})
const ontology = (topic: string, ...others: string[]): Ontology => ({
  name: topic,
  topic,
  concepts: [concept(topic), ...others.map((id) => concept(id, topic))],
})
const event: EventModel = {
  name: 'storm',
  what: [{ term: 'sport', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  concepts: {
    global: ontology('storm', 'rainstorm', 'mudflow', 'relief'),
    local: [ontology('rainstorm', 'waterlogging'), ontology('relief', 'shelter')],
  },
  languages: ['en'],
  seeds: [],
}
const make = (given = event, options = {}) =>
  createStrategy('ontology-annealing', { event: given, random: seededRandom(1) }, options)

const about = sampleReading('Storm', 'storm rainstorm mudflow relief '.repeat(20), {
  links: [
    sampleLink('http://a.example/1', 'shelter and relief'),
    sampleLink('http://a.example/2', 'mudflow'),
    sampleLink('http://a.example/3', 'sport'),
  ],
})
const scores = (given = event, options = {}) => {
  const strategy = make(given, options)
  return strategy.score(about.links, sampleJudged(strategy, about))
}

describe('ontology-annealing', () => {
  it('judges by the global ontology, not by the words of the event', () => {
    const verdict = make().judge(about)
    expect(verdict.relevance).toBeGreaterThan(0.9)
    expect(verdict.evidence.words?.because).toEqual(['judged by the global ontology'])
    expect(make().judge(sampleReading('Sport', 'sport '.repeat(50))).relevance).toBe(0)
  })

  it('weights words by the similarity that its options define', () => {
    const mudflowOnly = sampleReading('Mudflow', 'mudflow '.repeat(40))
    const relevance = (options: object) => make(event, options).judge(mudflowOnly).relevance
    const relationAlone = { semDistance: 0, semDensity: 0, semDepth: 0, semCoincidence: 0 }
    // Three children of weight r under a topic of weight 1: the cosine of one of them is r / |(1, r, r, r)|.
    expect(relevance(relationAlone)).toBeCloseTo(0.8 / Math.hypot(1, 0.8, 0.8, 0.8), 12)
    expect(relevance({ ...relationAlone, relParent: 0.2 })).toBeCloseTo(
      0.2 / Math.hypot(1, 0.2, 0.2, 0.2),
      12,
    )
    expect(() => relevance({ ...relationAlone, semRelation: 0 })).toThrow(
      /at least one of semDistance, semDensity, semDepth, semCoincidence and semRelation must be above 0/,
    )
  })

  it('queues a link only if it matches a local ontology', () => {
    const [shelter, mudflow, sport] = scores()
    expect(shelter?.excluded).toBeUndefined()
    expect(shelter?.evidence.local?.because).toEqual(['the local ontology relief'])
    expect(mudflow?.excluded).toBe('local-ontology')
    expect(mudflow?.evidence.anchor?.value).toBeGreaterThan(0)
    expect(sport?.excluded).toBe('local-ontology')
    expect(scores(event, { phi: 0 }).map(({ excluded }) => excluded)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('queues a link only if its priority by the global ontology reaches eta', () => {
    expect(scores(event, { eta: 0.99 })[0]?.excluded).toBe('priority-filter')
  })

  it('skips the first filter without local ontologies, and reports it', () => {
    const [, mudflow] = scores({ ...event, concepts: { global: event.concepts?.global, local: [] } })
    expect(mudflow?.excluded).toBeUndefined()
    expect(mudflow?.evidence.local).toMatchObject({
      value: null,
      because: [expect.stringMatching(/no local/)],
    })
  })

  it('uses the words of the event without any ontology, and reports it', () => {
    const { concepts: _, ...plain } = event
    const verdict = make(plain).judge(sampleReading('Sport', 'sport '.repeat(50)))
    expect(verdict.relevance).toBeCloseTo(1, 9)
    expect(verdict.evidence.words?.because[0]).toMatch(/no global ontology/)
  })
})
