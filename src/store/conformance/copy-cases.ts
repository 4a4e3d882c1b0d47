import { describe, expect, it } from 'vitest'
import { claimOne, item, listOf, type MakeBed, onFreshStore, pageOutcome, storePage } from './bed.ts'

const story = (from: number) => Array.from({ length: 200 }, (_, i) => `word${from + i}`).join(' ')

/** Pages with the same text, and the outcomes that a crawl learns from. */
export function copyCases(makeBed: MakeBed): void {
  describe('copies', () => {
    it('are stored and marked, but counted and found once, with their URLs', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        const first = await storePage(store, 'a', pageOutcome({ text: story(0) }))
        await storePage(store, 'b', pageOutcome({ text: `Updated on Monday. ${story(0)}` }))
        const later = await reopen()
        await storePage(later, 'c', pageOutcome({ text: `${story(0)} Read more here.` }))
        await storePage(later, 'd', pageOutcome({ text: story(5_000) }))
        expect(await later.counts()).toMatchObject({ fetched: 4, kept: 2, copies: 2 })
        expect((await listOf(later.pages())).map(({ duplicateOf }) => duplicateOf)).toEqual([
          null,
          'https://a.example/',
          'https://a.example/',
          null,
        ])
        expect((await listOf(later.observations(0))).map(({ duplicateOf }) => duplicateOf)).toEqual([
          null,
          first,
          first,
          null,
        ])
        const query = { must: [[{ terms: ['word7'] }]], not: [] }
        expect([...(await later.catalogue.matching('kept', query, { from: 1, to: 9 }))]).toEqual([1])
        expect((await later.catalogue.facts(0, 9)).map(({ copyOf }) => copyOf)).toEqual([null, 1, 1, null])
        expect((await later.reads.copies(first)).map(({ url }) => url)).toEqual([
          'https://b.example/',
          'https://c.example/',
        ])
      }))

    it('are not detected among rejected pages or pages without text', () =>
      onFreshStore(makeBed, async (store) => {
        await storePage(store, 'a', pageOutcome({ text: story(0) }, { relevant: false }))
        await storePage(store, 'b', pageOutcome({ text: story(0) }))
        await storePage(store, 'c', pageOutcome({ text: '' }))
        await storePage(store, 'd', pageOutcome({ text: '' }))
        expect(await store.counts()).toMatchObject({ fetched: 4, kept: 3, copies: 0 })
      }))
  })

  it('returns the outcome of a page: parent, sketch and new links', () =>
    onFreshStore(makeBed, async (store) => {
      await store.add([item('https://a.example/')])
      const lease = await claimOne(store)
      const links = [
        item('https://a.example/new', { parent: lease.id }),
        item('https://a.example/next', { parent: lease.id, sameListing: true }),
        item('https://a.example/left-out', { parent: lease.id, excluded: 'nofollow' }),
        item('https://a.example/', { parent: lease.id }),
      ]
      const notFound = { value: 1, weight: 1, because: ['says that it was not found'] }
      const outcome = pageOutcome({ text: story(0) }, { relevant: false, evidence: { notFound } })
      const completion = await store.complete(lease, outcome, links, { notBefore: 0 })
      const [visit] = await listOf(store.visits(0))
      expect(visit).toEqual({
        order: 1,
        id: lease.id,
        canonicalUrl: 'https://a.example/',
        host: 'a.example',
        source: 'a.example',
        bestParent: null,
        relevant: false,
        duplicateOf: null,
        sketch: expect.stringMatching(/^[0-9a-f]{64}$/),
        notFound: true,
        fresh: 1,
      })
      expect(completion).toEqual({ state: 'done', visit })
      expect(await listOf(store.visits(1))).toEqual([])
      expect(await store.exclusions()).toEqual([{ code: 'nofollow', count: 1 }])
      expect(await store.excluded('nofollow', 5)).toEqual([
        { canonicalUrl: 'https://a.example/left-out', message: '' },
      ])
    }))
}
