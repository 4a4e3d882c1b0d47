import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ontology } from '../model/ontology.ts'
import { createTermCounter } from '../text/term-counter.ts'
import { makeOntology } from './make-ontology.ts'
import { ontologyTerms } from './ontology-terms.ts'
import { SIMILARITY_WEIGHTS, similaritiesTo, similarity } from './similarity.ts'

const tree = (parents: Record<string, string[]>, topic?: string): Ontology =>
  makeOntology({ concepts: Object.entries(parents).map(([id, above]) => ({ id, parents: above })), topic })
    .ontology

/** Levels: disaster 1; rain, quake 2; flood, slide 3; flash 4. */
const STORM = tree({
  disaster: [],
  rain: ['disaster'],
  quake: ['disaster'],
  flood: ['rain'],
  slide: ['rain', 'quake'],
  flash: ['flood'],
})

const hierarchies = fc
  .array(fc.array(fc.nat(19), { maxLength: 3 }), { minLength: 1, maxLength: 20 })
  .map((all) =>
    all.map((parents, i) => ({ id: `c${i}`, parents: parents.filter((p) => p < i).map((p) => `c${p}`) })),
  )
  .map((concepts) => makeOntology({ concepts }).ontology)
const weights = fc.record({
  distance: fc.double({ min: 0, max: 1, noNaN: true }),
  density: fc.double({ min: 0, max: 1, noNaN: true }),
  depth: fc.double({ min: 0, max: 1, noNaN: true }),
  coincidence: fc.double({ min: 0, max: 1, noNaN: true }),
  relation: fc.double({ min: 0.01, max: 1, noNaN: true }),
})

describe('semantic similarity', () => {
  it('has the weights of OA equation 1', () => {
    expect(SIMILARITY_WEIGHTS).toEqual({
      distance: 0.7,
      density: 0.04,
      depth: 0.11,
      coincidence: 0.03,
      relation: 0.12,
    })
  })

  it('combines the five factors', () => {
    const { factors, value } = similarity(STORM, 'rain', 'flash')
    // Two edges of at most eight; rain has two children and flash none, the maximum is two; levels 2 and 4 of
    // 4;
    expect(factors).toEqual({
      distance: 1 - 2 / 8,
      density: 1 / 2,
      depth: 6 / (2 + 8),
      coincidence: 2 / 4,
      relation: 0.5,
    })
    expect(value).toBeCloseTo(0.7 * 0.75 + 0.04 * 0.5 + 0.11 * 0.6 + 0.03 * 0.5 + 0.12 * 0.5, 12)
  })

  it.each([
    ['rain', 'rain', 1],
    ['rain', 'disaster', 0.8],
    ['rain', 'quake', 0.6],
    ['flood', 'slide', 0.6],
    ['flash', 'disaster', 0.5],
    ['flash', 'quake', 0.2],
  ])('relates %s and %s by %d', (a, b, relation) => {
    expect(similarity(STORM, a, b).factors.relation).toBe(relation)
  })

  it('treats concepts that share a word as synonyms', () => {
    const { ontology } = makeOntology({
      concepts: [
        { id: 'top' },
        { id: 'a', labels: [{ text: 'Hurricane', language: 'en' }], parents: ['top'] },
        { id: 'b', parents: ['a'] },
        { id: 'c', synonyms: [{ text: 'hurricane', language: '' }], parents: ['b'] },
      ],
    })
    expect(similarity(ontology, 'a', 'c').factors.relation).toBe(1)
  })

  it('measures the path between two roots through a common top', () => {
    const { factors } = similarity(tree({ a: [], b: [], c: ['b'] }), 'a', 'c')
    expect(factors).toMatchObject({ distance: 1 - 3 / 4, coincidence: 0, relation: 0.2 })
  })

  it('lies between 0 and 1, is symmetric, and is 1 for a concept with itself', () => {
    fc.assert(
      fc.property(hierarchies, weights, fc.nat(19), fc.nat(19), (ontology, w, i, j) => {
        const { concepts } = ontology
        const [a, b] = [concepts[i % concepts.length]!.id, concepts[j % concepts.length]!.id]
        const one = similarity(ontology, a, b, { weights: w })
        for (const value of [one.value, ...Object.values(one.factors)]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
        expect(similarity(ontology, b, a, { weights: w })).toEqual(one)
        expect(similarity(ontology, a, a, { weights: w }).value).toBe(1)
      }),
    )
  })

  it('is the same for a single pair and for all', () => {
    fc.assert(
      fc.property(hierarchies, fc.nat(19), (ontology, i) => {
        const { concepts } = ontology
        const to = concepts[i % concepts.length]!.id
        const all = similaritiesTo(ontology, to)
        for (const { id } of concepts) expect(all.get(id)).toEqual(similarity(ontology, to, id))
      }),
    )
  })

  it('is 0 for concepts that are not in the ontology', () => {
    expect(similarity(STORM, 'rain', '__proto__').value).toBe(0)
  })

  it('handles a lattice of ten thousand concepts', () => {
    // 200 levels of 50, each concept under two of the level above: millions of ancestors to count one by one.
    const concepts = Array.from({ length: 10_000 }, (_, i) => ({
      id: `c${i}`,
      parents: i < 50 ? [] : [`c${i - 50}`, `c${i - 50 - (i % 50) + ((i + 1) % 50)}`],
    }))
    const { ontology } = makeOntology({ concepts, topic: 'c0' })
    const all = similaritiesTo(ontology, 'c0')
    expect(all.get('c9999')).toEqual(similarity(ontology, 'c0', 'c9999'))
  })
})

describe('the terms of an ontology', () => {
  const { ontology } = makeOntology({
    topic: 'disaster',
    concepts: [
      { id: 'disaster', labels: [label('rainstorm disaster', 'en'), label('暴雨灾害', 'zh')] },
      {
        id: 'flood',
        labels: [label('flood', 'en')],
        synonyms: [label('inundation', 'en')],
        parents: ['disaster'],
      },
      { id: 'flash', labels: [label('flash flood', 'en'), label('山洪', 'zh')], parents: ['flood'] },
      { id: 'river', labels: [label('Flood', 'en')], parents: ['flash'] },
    ],
  })

  it('are weighted by the similarity of their concept to the topic, which has weight 1 (OA equations 2 and 3)', () => {
    const terms = ontologyTerms(ontology)
    expect(terms[0]).toEqual({ term: 'rainstorm disaster', weight: 1, synonyms: ['暴雨灾害'] })
    expect(terms[1]).toEqual({
      term: 'flood',
      weight: similarity(ontology, 'disaster', 'flood').value,
      synonyms: ['inundation'],
    })
  })

  it('count a shared spelling only for the concept with the higher weight', () => {
    expect(ontologyTerms(ontology).map(({ term }) => term)).toEqual([
      'rainstorm disaster',
      'flood',
      'flash flood',
    ])
  })

  it('are counted in texts of any of its languages', () => {
    const counter = createTermCounter(ontologyTerms(ontology))
    expect(counter.countText('Inundations and a flash flood after the rainstorm disaster', 'en')).toEqual([
      1, 2, 1,
    ])
    expect(counter.countText('暴雨灾害引发山洪', 'zh')).toEqual([1, 0, 1])
  })

  it('keep their order and sum whatever the weights', () => {
    const weights = { distance: 0, density: 0, depth: 0, coincidence: 0, relation: 1 }
    expect(ontologyTerms(ontology, { weights }).map(({ weight }) => weight)).toEqual([1, 0.8, 0.5])
  })
})

function label(text: string, language: string) {
  return { text, language }
}
