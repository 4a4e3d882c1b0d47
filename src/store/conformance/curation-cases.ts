import { describe, expect, it } from 'vitest'
import type { UrlId } from '../../model/crawl.ts'
import type { CuratedPage, CurationRequest } from '../records.ts'
import type { Store } from '../store.ts'
import { CAPTURE, claimOne, item, listOf, type MakeBed, onFreshStore, pageOutcome, storePage } from './bed.ts'

const story = (from: number) => Array.from({ length: 200 }, (_, i) => `word${from + i}`).join(' ')
const found = async (store: Store, word: string) => {
  const query = { must: [[{ terms: [word] }]], not: [] }
  const orders = await store.catalogue.matching('kept', query, { from: 1, to: 1_000 })
  return (await store.catalogue.factsOf([...orders])).map(({ id }) => id)
}
const AT = '2026-01-02T03:04:05.000Z'

function order(target: UrlId | string, decision: CurationRequest['decision'], reason = ''): CurationRequest {
  return {
    target: typeof target === 'string' ? { source: target } : { page: target },
    decision,
    reason,
    at: AT,
  }
}

const scoreOf = async (store: Store, url: string) => (await store.explain(url))?.score
const stateOf = async (store: Store, url: string) => {
  const known = await store.explain(url)
  return known && `${known.state} ${known.ending?.code ?? ''}`.trim()
}

/** Decisions of curators and their effects. */
export function curationCases(makeBed: MakeBed): void {
  describe('curation', () => {
    it('keeps, counts, indexes and reports an accepted page, and undoes all of it', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        const id = await storePage(
          store,
          'a',
          pageOutcome({ text: story(0) }, { relevant: false, relevance: 0.1 }),
        )
        const told: CuratedPage[] = []
        const entry = await store.curate(order(id, 'accepted', 'eyewitness'), (pages) => {
          told.push(...pages)
          return [['strategy', { learnt: true }]]
        })
        expect(entry).toEqual({
          at: AT,
          what: 'page',
          page: id,
          target: 'https://a.example/',
          decision: 'accepted',
          reason: 'eyewitness',
          links: 0,
        })
        expect(
          told.map(({ observation: { id, relevant, relevance }, visit }) => [
            id,
            relevant,
            relevance,
            visit.relevant,
          ]),
        ).toEqual([[id, true, 1, true]])
        expect(await store.getMeta('strategy')).toEqual({ learnt: true })
        const later = await reopen()
        expect(await later.counts()).toMatchObject({ fetched: 1, kept: 1, copies: 0 })
        expect(await found(later, 'word7')).toEqual([id])
        expect(await later.page(id)).toMatchObject({ relevant: true, relevance: 0.1, curated: 'accepted' })
        expect(await listOf(later.observations(0))).toMatchObject([{ relevant: true, relevance: 1 }])
        await later.curate(order(id, null))
        expect(await later.counts()).toMatchObject({ fetched: 1, kept: 0 })
        expect(await found(later, 'word7')).toEqual([])
        expect(await later.page(id)).toMatchObject({ relevant: false, curated: null })
        expect((await later.curation(9)).map(({ decision }) => decision)).toEqual([null, 'accepted'])
      }))

    it('removes a rejected page; the first of its copies takes its place', () =>
      onFreshStore(makeBed, async (store) => {
        const first = await storePage(store, 'a', pageOutcome({ text: story(0) }))
        const second = await storePage(store, 'b', pageOutcome({ text: `Updated. ${story(0)}` }))
        await storePage(store, 'c', pageOutcome({ text: `${story(0)} More.` }))
        await store.curate(order(first, 'rejected'))
        expect(await store.counts()).toMatchObject({ kept: 1, copies: 1 })
        expect(await found(store, 'word7')).toEqual([second])
        expect((await listOf(store.pages({ all: true }))).map(({ duplicateOf }) => duplicateOf)).toEqual([
          null,
          null,
          'https://b.example/',
        ])
        await store.curate(order(first, 'accepted'))
        expect(await store.counts()).toMatchObject({ kept: 1, copies: 2 })
      }))

    it('changes nothing when the callback fails', () =>
      onFreshStore(makeBed, async (store) => {
        const id = await storePage(store, 'a', pageOutcome({ text: story(0) }))
        const failing = store.curate(order(id, 'rejected'), () => {
          throw new Error('the strategy is at a loss')
        })
        await expect(failing).rejects.toThrow('at a loss')
        expect(await store.counts()).toMatchObject({ kept: 1 })
        expect(await found(store, 'word7')).toEqual([id])
        expect(await store.curation(9)).toEqual([])
      }))

    it('refuses unknown pages and sources', () =>
      onFreshStore(makeBed, async (store) => {
        await expect(store.curate(order(77, 'accepted'))).rejects.toMatchObject({ code: 'no-page' })
        await expect(store.curate(order('b.example', null))).rejects.toMatchObject({ code: 'no-source' })
      }))

    it("moves the scores of a page's links halfway, and back, and queues links excluded because of it", () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([item('https://a.example/')])
        const lease = await claimOne(store)
        const link = (path: string, changes = {}) =>
          item(`https://b.example/${path}`, { parent: lease.id, depth: 1, score: 0.4, tunnel: 3, ...changes })
        const links = [
          link('waits'),
          link('far', { excluded: 'tunnel' }),
          link('no', { excluded: 'nofollow' }),
        ]
        await store.complete(lease, pageOutcome({}, { relevant: false }), links, { notBefore: 0 })
        expect((await store.curate(order(lease.id, 'accepted'))).links).toBe(3)
        expect(await scoreOf(store, 'https://b.example/waits')).toBeCloseTo(0.7)
        expect((await store.explain('https://b.example/waits'))?.foundBy[0]?.evidence).toHaveProperty(
          'curated',
        )
        expect(await stateOf(store, 'https://b.example/far')).toBe('queued')
        expect(await stateOf(store, 'https://b.example/no')).toBe('excluded nofollow')
        await store.curate(order(lease.id, 'rejected'))
        expect(await scoreOf(store, 'https://b.example/waits')).toBeCloseTo(0.2)
        await store.curate(order(lease.id, null))
        expect(await scoreOf(store, 'https://b.example/waits')).toBeCloseTo(0.4)
        expect((await claimOne(store, 1)).tunnel).toBe(1)
      }))

    it('excludes links and pages of a rejected source until the decision is undone', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        await storePage(store, 'www.a', pageOutcome({ text: story(0) }))
        const spared = await storePage(store, 'm.a', pageOutcome({ text: story(5_000) }))
        await store.curate(order(spared, 'accepted'))
        await store.add([
          item('https://x.a.example/1'),
          item('https://y.a.example/2'),
          item('https://b.other/'),
        ])
        expect(await store.curatedSources()).toEqual(new Map())
        const { links } = await store.curate(order('a.example', 'rejected', 'copies others'))
        expect(links).toBe(2)
        expect(await store.counts()).toMatchObject({ queued: 1, excluded: 2, kept: 1 })
        expect(await stateOf(store, 'https://x.a.example/1')).toBe('excluded source-rejected')
        const later = await reopen()
        expect(await later.curatedSources()).toEqual(new Map([['a.example', 'rejected']]))
        // One of its pages that was leased meanwhile.
        const late = await (async () => {
          await later.add([item('https://z.a.example/3', { score: 1 })])
          const lease = await claimOne(later)
          await later.complete(lease, pageOutcome({ text: story(9_000) }), [], { notBefore: 0 })
          return lease.id
        })()
        expect(await later.page(late)).toMatchObject({ relevant: false, curated: null })
        const told: boolean[] = []
        await later.curate(order('a.example', null), (pages) => {
          told.push(...pages.map(({ observation }) => observation.relevant))
          return []
        })
        expect(told).toEqual([true, true])
        expect(await later.counts()).toMatchObject({ queued: 3, excluded: 0, kept: 3 })
        expect(await later.curatedSources()).toEqual(new Map())
      }))

    it('raises links to an accepted source, also later ones, and revives links excluded by a budget', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([
          item('https://a.example/1', { score: 0.2 }),
          item('https://a.example/2', { score: 0.4, excluded: 'host-budget' }),
        ])
        expect((await store.curate(order('a.example', 'accepted'))).links).toBe(2)
        await store.add([item('https://a.example/3', { score: 0.6 })])
        for (const [path, score] of [
          ['1', 0.6],
          ['2', 0.7],
          ['3', 0.8],
        ])
          expect(await scoreOf(store, `https://a.example/${path}`)).toBeCloseTo(Number(score))
        await store.curate(order('a.example', null))
        for (const [path, score] of [
          ['1', 0.2],
          ['2', 0.4],
          ['3', 0.6],
        ])
          expect(await scoreOf(store, `https://a.example/${path}`)).toBeCloseTo(Number(score))
      }))

    it('keeps the decision on a page that is fetched again because its record was lost', () =>
      onFreshStore(makeBed, async (store) => {
        const outcome = pageOutcome({ text: story(0) }, {}, { capture: CAPTURE })
        const id = await storePage(store, 'a', outcome)
        await store.curate(order(id, 'rejected'))
        await store.forgetCaptures([CAPTURE.recordId])
        const lease = await claimOne(store, 1e6)
        expect(await store.complete(lease, outcome, [], { notBefore: 0 })).toMatchObject({ state: 'again' })
        expect(await store.page(id)).toMatchObject({ relevant: false, curated: 'rejected' })
        await store.curate(order(id, null))
        expect(await store.page(id)).toMatchObject({ relevant: true, curated: null })
      }))
  })

  it('queues URLs again that are back in scope, with the relevance of their parent when unscored', () =>
    onFreshStore(makeBed, async (store) => {
      await store.add([item('https://a.example/')])
      const lease = await claimOne(store)
      const unscored = { parent: lease.id, depth: 1, score: 0, excluded: 'host-not-allowed' }
      const links = [
        item('https://b.example/x', unscored),
        item('https://c.example/y', unscored),
        item('https://b.example/z', { parent: lease.id, depth: 9, score: 0.3, excluded: 'too-deep' }),
      ]
      await store.complete(lease, pageOutcome({}, { relevance: 0.8 }), links, { notBefore: 0 })
      const seen: string[] = []
      const revived = await store.revive(['host-not-allowed'], (url) => {
        seen.push(url.canonicalUrl)
        return url.source === 'b.example'
      })
      expect([revived, seen]).toEqual([1, ['https://b.example/x', 'https://c.example/y']])
      expect(await scoreOf(store, 'https://b.example/x')).toBeCloseTo(0.8)
      expect(await stateOf(store, 'https://c.example/y')).toBe('excluded host-not-allowed')
      // One that was excluded only when it was about to be fetched.
      const again = await claimOne(store, 1)
      await store.complete(again, { kind: 'excluded', code: 'host-denied', message: '' }, [], {
        notBefore: 0,
      })
      expect(await store.revive(['host-denied', 'too-deep'], () => true)).toBe(2)
      expect(await store.counts()).toMatchObject({ queued: 2, excluded: 1 })
    }))

  it('returns the queue by host, the harvest curve and the latest pages', () =>
    onFreshStore(makeBed, async (store) => {
      expect(await store.harvestCurve(10)).toEqual([])
      for (const [i, relevant] of [true, false, true, true].entries())
        await storePage(store, `p${i}`, pageOutcome({ text: story(i * 1_000) }, { relevant }))
      expect(await store.harvestCurve(10)).toEqual([
        { fetched: 1, kept: 1 },
        { fetched: 2, kept: 1 },
        { fetched: 3, kept: 2 },
        { fetched: 4, kept: 3 },
      ])
      expect(await store.harvestCurve(2)).toEqual([
        { fetched: 2, kept: 1 },
        { fetched: 4, kept: 3 },
      ])
      expect((await store.latest(2)).map(({ order }) => order)).toEqual([4, 3])
      await store.add([
        item('https://a.example/1', { score: 0.9 }),
        item('https://b.example/1'),
        item('https://b.example/2', { score: 0.7 }),
      ])
      const lease = await claimOne(store)
      await store.release(lease, { notBefore: 5_000, pace: { delayMs: 4_000, failures: 0 } })
      expect(await store.queueByHost(9, 1_000)).toEqual([
        { host: 'b.example', queued: 2, bestScore: 0.7, state: 'ready', until: null, delayMs: null },
        { host: 'a.example', queued: 1, bestScore: 0.9, state: 'resting', until: 5_000, delayMs: 4_000 },
      ])
      expect(await store.queueByHost(1, 6_000)).toHaveLength(1)
    }))
}
