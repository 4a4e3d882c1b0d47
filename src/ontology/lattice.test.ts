import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitsIn } from './bits.ts'
import { makeContext } from './context.ts'
import { readContext } from './context-file.ts'
import { type FormalConcept, isHypernym, latticeOf } from './lattice.ts'
import { ontologyFromContext, termGroups } from './term-hierarchy.ts'

/** OA table 1. */
const TABLE_1 = `Term,Doc 1,Doc 2,Doc 3,Doc 4,Doc 5
t1,√,√,√,√,√
t2,√,√,√,,
t3,,√,√,,√
t4,,√,,,√
t5,,,√,,√
t6,,,,√,√
t7,,,,√,
t8,,,,,√
`
const table1 = readContext(TABLE_1, 'table1.csv', { rowsAreTerms: true })

const named = ({ extent, intent }: FormalConcept) => ({
  documents: bitsIn(extent).map((i) => table1.documents[i]),
  terms: intent.map((i) => table1.terms[i]),
})

/** Every set of terms closed by brute force: slow, and obviously correct. */
function closedByHand(holds: readonly (readonly number[])[], terms: number): Set<string> {
  const found = new Set<string>()
  for (let subset = 0; subset < 2 ** terms; subset++) {
    const extent = holds.flatMap((held, document) =>
      [...Array(terms).keys()].every((term) => !(subset & (1 << term)) || held.includes(term))
        ? [document]
        : [],
    )
    found.add(extent.join(','))
  }
  return found
}

const contexts = fc
  .record({
    documents: fc.nat(7),
    terms: fc.integer({ min: 1, max: 7 }),
    marks: fc.infiniteStream(fc.boolean()),
  })
  .map(({ documents, terms, marks }) => {
    const holds = Array.from({ length: documents }, () =>
      [...Array(terms).keys()].filter(() => marks.next().value === true),
    )
    return { holds, terms }
  })
const make = ({ holds, terms }: { holds: number[][]; terms: number }) =>
  makeContext(
    holds.map((_, i) => `d${i}`),
    Array.from({ length: terms }, (_, i) => `t${i}`),
    holds,
  )

describe('the concept lattice', () => {
  it('has the concepts of OA table 1', () => {
    const { concepts } = latticeOf(table1)
    const introducedByT2 = concepts.find(({ ownTerms }) => ownTerms.includes(1))
    expect(introducedByT2 && named(introducedByT2)).toEqual({
      documents: ['Doc 1', 'Doc 2', 'Doc 3'],
      terms: ['t1', 't2'],
    })
    expect(introducedByT2?.ownDocuments).toEqual([0])
    expect(concepts.map(named)).toEqual([
      { documents: ['Doc 1', 'Doc 2', 'Doc 3', 'Doc 4', 'Doc 5'], terms: ['t1'] },
      { documents: ['Doc 1', 'Doc 2', 'Doc 3'], terms: ['t1', 't2'] },
      { documents: ['Doc 2', 'Doc 3', 'Doc 5'], terms: ['t1', 't3'] },
      { documents: ['Doc 2', 'Doc 3'], terms: ['t1', 't2', 't3'] },
      { documents: ['Doc 2', 'Doc 5'], terms: ['t1', 't3', 't4'] },
      { documents: ['Doc 3', 'Doc 5'], terms: ['t1', 't3', 't5'] },
      { documents: ['Doc 4', 'Doc 5'], terms: ['t1', 't6'] },
      { documents: ['Doc 2'], terms: ['t1', 't2', 't3', 't4'] },
      { documents: ['Doc 3'], terms: ['t1', 't2', 't3', 't5'] },
      { documents: ['Doc 4'], terms: ['t1', 't6', 't7'] },
      { documents: ['Doc 5'], terms: ['t1', 't3', 't4', 't5', 't6', 't8'] },
      { documents: [], terms: ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'] },
    ])
  })

  it('has the hyponymy of OA table 1', () => {
    expect(isHypernym(table1, 0, 1)).toBe(true)
    expect(isHypernym(table1, 1, 0)).toBe(false)
    expect(isHypernym(table1, 2, 1)).toBe(false)
    const { ontology } = ontologyFromContext(table1)
    expect(ontology.topic).toBe('t1')
    expect(Object.fromEntries(ontology.concepts.map(({ id, parents }) => [id, parents]))).toEqual({
      t1: [],
      t2: ['t1'],
      t3: ['t1'],
      t4: ['t3'],
      t5: ['t3'],
      t6: ['t1'],
      t7: ['t6'],
      t8: ['t4', 't5', 't6'],
    })
  })

  it('contains every closed set exactly once', () => {
    fc.assert(
      fc.property(contexts, (given) => {
        const { concepts } = latticeOf(make(given))
        const extents = concepts.map(({ extent }) => bitsIn(extent).join(','))
        expect(new Set(extents)).toEqual(closedByHand(given.holds, given.terms))
        expect(extents.length).toBe(new Set(extents).size)
      }),
    )
  })

  it('relates two concepts exactly if there is none between them', () => {
    fc.assert(
      fc.property(contexts, (given) => {
        const { concepts } = latticeOf(make(given))
        const extents = concepts.map(({ extent }) => new Set(bitsIn(extent)))
        const isBelow = (a: number, b: number) =>
          a !== b && [...extents[a]!].every((document) => extents[b]!.has(document))
        for (const [i, { above }] of concepts.entries()) {
          const expected = [...concepts.keys()].filter(
            (j) => isBelow(i, j) && ![...concepts.keys()].some((k) => isBelow(i, k) && isBelow(k, j)),
          )
          expect(above).toEqual(expected)
        }
      }),
    )
  })

  it('introduces each term at the position of its group in the hierarchy of terms', () => {
    fc.assert(
      fc.property(contexts, (given) => {
        const context = make(given)
        const { concepts } = latticeOf(context)
        const groups = termGroups(context)
        const introduced = concepts.filter(
          ({ ownTerms, extent }) => ownTerms.length > 0 && bitsIn(extent).length > 0,
        )
        expect(new Set(groups.map(({ terms }) => terms.join()))).toEqual(
          new Set(introduced.map(({ ownTerms }) => ownTerms.join())),
        )
        for (const { terms, parents } of groups) {
          for (const parent of parents)
            expect(isHypernym(context, groups[parent]!.terms[0]!, terms[0]!)).toBe(true)
        }
      }),
    )
  })

  it('refuses a lattice above the limit', () => {
    // Every set of terms but one is shared by some document: 2^16 concepts.
    const terms = [...Array(16).keys()]
    const context = makeContext(
      terms.map(String),
      terms.map(String),
      terms.map((missing) => terms.filter((term) => term !== missing)),
    )
    expect(() => latticeOf(context)).toThrow(/more than 10000 concepts: use fewer terms/)
  })
})
