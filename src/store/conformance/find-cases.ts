import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import type { Occurrences, TextIndex, TextQuery } from '../catalogue.ts'
import type { Store } from '../store.ts'
import { type MakeBed, onFreshStore, pageOutcome, storePage } from './bed.ts'

const MANILA = { id: 'x:1', name: 'Manila', lat: 14.6, lon: 121, count: 3 }
const SUVA = { id: 'x:2', name: 'Suva', lat: -18.1, lon: 178.4, count: 1 }
const ANN = { name: 'Ann Example', kind: 'person', count: 1 } as const
const ALL = { from: 1, to: 1_000 }
/** Common and rare, in several scripts; the index folds the case of some in its own way. */
const TERMS = [
  'storm',
  'coast',
  'x',
  'été',
  'straße',
  'λόγος',
  'σοφός',
  'буря',
  '台风',
  '台',
  'ภัย',
  'µm',
  '2013',
  'rare',
]

/** The reads behind search. */
export function findCases(makeBed: MakeBed): void {
  describe('the catalogue', () => {
    const withPages = (use: (store: Store) => Promise<void>) =>
      onFreshStore(makeBed, async (store) => {
        const text = 'heavy rain fell on the coast before the storm surge came'
        const one = { title: 'One', text, published: '2013-11-08', places: [MANILA, SUVA, MANILA] }
        await storePage(store, 'a', pageOutcome(one, {}, { who: [ANN] }))
        const quiet = 'a long quiet day by the sea with the family and friends'
        await storePage(store, 'b', pageOutcome({ title: 'Two coast', text: quiet, places: [SUVA] }))
        const glass = 'coast, surge of prices, a storm in a glass'
        await storePage(
          store,
          'c',
          pageOutcome({ title: 'Three', text: glass, language: 'fr' }, { relevance: 0.95 }),
        )
        const rejected = { summary: 'It has a short summary.' }
        await storePage(
          store,
          'd',
          pageOutcome({ title: 'Rejected coast', text }, { relevant: false }, rejected),
        )
        await use(store)
      })

    async function matching(store: Store, asked: Partial<TextQuery>, index: TextIndex = 'kept') {
      return [...(await store.catalogue.matching(index, { must: [], not: [], ...asked }, ALL))]
    }

    it('returns page facts in slices', () =>
      withPages(async ({ catalogue }) => {
        const facts = await catalogue.facts(0, 3)
        expect(facts.map(({ order }) => order)).toEqual([1, 2, 3])
        expect(facts[0]).toMatchObject({
          kept: true,
          curated: null,
          relevance: 0.9,
          language: 'en',
          kind: 'list',
          published: '2013-11-08',
          copyOf: null,
          places: [1, 2],
          who: [1],
        })
        expect(await catalogue.facts(3, 3)).toMatchObject([{ order: 4, kept: false, places: [], who: [] }])
        expect(await catalogue.factsOf([2, 99])).toMatchObject([{ order: 2, places: [2] }])
        expect(await catalogue.places(0, 9)).toMatchObject([
          { number: 1, id: 'x:1' },
          { number: 2, name: 'Suva' },
        ])
        expect(await catalogue.places(1, 9)).toHaveLength(1)
        expect(await catalogue.who(0, 9)).toEqual([{ number: 1, name: 'Ann Example', kind: 'person' }])
        const hosts = await catalogue.hosts(facts.map(({ host }) => host))
        expect(hosts.map(({ host, source }) => [host, source])).toEqual([
          ['a.example', 'a.example'],
          ['b.example', 'b.example'],
          ['c.example', 'c.example'],
        ])
        expect((await catalogue.pages([3, 99, 1])).map(({ title }) => title)).toEqual(['Three', 'One'])
      }))

    it('finds all groups, any alternative, phrases as adjacent terms', () =>
      withPages(async (store) => {
        expect(await matching(store, { must: [[{ terms: ['coast'] }]] })).toEqual([1, 2, 3])
        expect(await matching(store, { must: [[{ terms: ['storm', 'surg'] }]] })).toEqual([1])
        expect(
          await matching(store, {
            must: [[{ terms: ['coast'] }], [{ terms: ['rain'] }, { terms: ['price'] }]],
          }),
        ).toEqual([1])
        expect(
          await matching(store, { must: [[{ terms: ['coast'] }]], not: [[{ terms: ['surg'] }]] }),
        ).toEqual([2])
        for (const must of [[], [[]], [[{ terms: [''] }]]])
          expect(await matching(store, { must })).toEqual([])
      }))

    it('finds terms by their beginnings, and in titles only, beside other alternatives', () =>
      withPages(async (store) => {
        const run = (term: string, changes = {}) => [[{ terms: [term], ...changes }]]
        expect(await matching(store, { must: run('coa', { startsWith: true }) })).toEqual([1, 2, 3])
        expect(await matching(store, { must: run('coa') })).toEqual([])
        expect(await matching(store, { must: run('coast', { inTitle: true }) })).toEqual([2])
        expect(await matching(store, { must: run('coa', { inTitle: true, startsWith: true }) })).toEqual([2])
        const either = [[{ terms: ['coast'], inTitle: true }, { terms: ['surg'] }]]
        expect(await matching(store, { must: either })).toEqual([1, 2, 3])
        const phrase = [[{ terms: ['storm', 'su'], startsWith: true }]]
        expect(await matching(store, { must: phrase })).toEqual([1])
        expect(await matching(store, { must: run('coast'), not: run('coast', { inTitle: true }) })).toEqual([
          1, 3,
        ])
      }))

    it('finds within a range of pages, in titles alone, and rejected pages by title and summary', () =>
      withPages(async (store) => {
        const coast = { must: [[{ terms: ['coast'] }]], not: [] }
        const { catalogue } = store
        expect([...(await catalogue.matching('kept', coast, { from: 2, to: 2 }))]).toEqual([2])
        expect([...(await catalogue.matching('kept', coast, ALL, true))]).toEqual([2])
        expect(await matching(store, coast, 'rejected')).toEqual([4])
        expect(await matching(store, { must: [[{ terms: ['summari'] }]] }, 'rejected')).toEqual([4])
        expect(await matching(store, { must: [[{ terms: ['surg'] }]] }, 'rejected')).toEqual([])
      }))

    const countsIn = ({ orders, inTitle, inText }: Occurrences) =>
      Array.from(orders, (order, i) => [order, inTitle[i], inText[i]])

    it('counts how often pages contain a word, in title and text', () =>
      withPages(async ({ catalogue }) => {
        const coast = { terms: ['coast'] }
        const counts = [
          [1, 0, 1],
          [2, 1, 0],
          [3, 0, 1],
        ]
        expect(countsIn(await catalogue.occurrences('kept', coast, ALL, null))).toEqual(counts)
        const third = Uint8Array.from([0, 0, 0, 1])
        expect(countsIn(await catalogue.occurrences('kept', coast, ALL, third))).toEqual([[3, 0, 1]])
        const second = { from: 2, to: 2 }
        expect(countsIn(await catalogue.occurrences('kept', coast, second, null))).toEqual([[2, 1, 0]])
        expect(countsIn(await catalogue.occurrences('rejected', coast, ALL, null))).toEqual([[4, 1, 0]])
        expect(countsIn(await catalogue.occurrences('kept', { terms: [] }, ALL, null))).toEqual([])
        const inTitle = { terms: ['coast'], inTitle: true }
        expect(countsIn(await catalogue.occurrences('kept', inTitle, ALL, null))).toEqual([[2, 1, 0]])
        const phrase = { terms: ['storm', 'surg'] }
        expect(countsIn(await catalogue.occurrences('kept', phrase, ALL, null))).toEqual([[1, 0, 1]])
      }))

    it('counts the same whether it reads a word at once or pages by pages', () =>
      onFreshStore(makeBed, async (store) => {
        const random = seededRandom(4)
        const words = (n: number) =>
          Array.from({ length: n }, () => TERMS[Math.floor(random() ** 2 * TERMS.length)]).join(' ')
        for (let i = 0; i < 30; i++) {
          const text = `${words(1 + Math.floor(random() * 400))} page${i}`
          const verdict = { relevant: random() < 0.7 }
          const reading = { title: words(Math.floor(random() * 9)), text, language: 'xx' }
          await storePage(store, `h${i}`, pageOutcome(reading, verdict, { summary: text }))
        }
        const [first, second] = await store.catalogue.facts(0, 2)
        for (const [page, decision] of [
          [first, 'accepted'],
          [first, 'rejected'],
          [second, 'rejected'],
          [second, 'accepted'],
        ] as const)
          await store.curate({ target: { page: page!.id }, decision, reason: '', at: '2026-01-01T00:00:00Z' })
        for (const index of ['kept', 'rejected'] as const)
          for (const term of TERMS)
            for (const run of [{ terms: [term] }, { terms: [term], inTitle: true }]) {
              const atOnce = await store.catalogue.wordOccurrences(index, run)
              const matching = await store.catalogue.matching(index, { must: [[run]], not: [] }, ALL)
              const inPages = await store.catalogue.occurrences(index, run, ALL, null)
              expect(Array.from(inPages.orders), term).toEqual(Array.from(matching))
              if (atOnce) expect(countsIn(atOnce), term).toEqual(countsIn(inPages))
            }
        expect(await store.catalogue.wordOccurrences('kept', { terms: ['storm', 'coast'] })).toBeNull()
      }))

    it('knows how many terms of a page are indexed', () =>
      withPages(async ({ catalogue }) => {
        const facts = await catalogue.facts(0, 9)
        expect(facts.map(({ terms }) => terms)).toEqual([12, 14, 10, 7])
      }))

    it('treats any term as a literal word, in any number', () =>
      withPages(async (store) => {
        const hostile = ['"', 'a" OR "b', 'NEAR(', '*', 'title:coast', '\0', "'; --", 'coast*', '{body}: x']
        for (const term of hostile)
          expect(await matching(store, { must: [[{ terms: [term] }]] }), term).toEqual([])
        const many = Array.from({ length: 3000 }, (_, i) => [{ terms: ['coast'] }, { terms: [`t${i}`] }])
        expect(await matching(store, { must: many })).toHaveLength(3)
        expect(await matching(store, { must: [[{ terms: ['x'.repeat(1_000_000)] }]] })).toEqual([])
      }))

    it('knows which pages changed after they were written', () =>
      withPages(async (store) => {
        const { catalogue } = store
        const before = await catalogue.version()
        expect(before.pages).toBe(4)
        const [page] = await catalogue.facts(3, 1)
        const at = '2026-01-01T00:00:00.000Z'
        await store.curate({ target: { page: page!.id }, decision: 'accepted', reason: '', at })
        const after = await catalogue.version()
        expect(after.pages).toBe(4)
        expect(await catalogue.changed(before.changes)).toEqual([4])
        expect(await catalogue.changed(after.changes)).toEqual([])
        expect(await catalogue.factsOf([4])).toMatchObject([{ kept: true, curated: 'accepted' }])
        expect(await matching(store, { must: [[{ terms: ['surg'] }]] })).toEqual([1, 3, 4])
      }))
  })
}
