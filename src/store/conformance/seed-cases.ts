import { describe, expect, it } from 'vitest'
import type { Candidate, NewItem, Outcome } from '../../model/crawl.ts'
import type { Store } from '../store.ts'
import { claimOne, item, type MakeBed, onFreshStore, pageOutcome, request, seed } from './bed.ts'

const SEED = 'https://a.example/'
const OTHER = 'https://b.example/'
const FAILED: Outcome = { kind: 'failed', code: 'timeout', message: '', status: null }
const DROPPED: Outcome = { kind: 'excluded', code: 'too-deep', message: '' }

/** Fetched pages, as parents for links. */
async function fetchedPages(store: Store, n: number): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < n; i++) {
    await store.add([item(`https://p${i}.example/`, { score: 1 })])
    const lease = await claimOne(store)
    await store.complete(lease, pageOutcome(), [], { notBefore: 0 })
    ids.push(lease.id)
  }
  return ids
}

async function ended(store: Store, url: NewItem, outcome: Outcome): Promise<void> {
  await store.add([url])
  await store.complete(await claimOne(store), outcome, [], { notBefore: 0 })
}

const refuseAll = () => []
const worstFirst = (candidates: readonly Candidate[]) => [...candidates].reverse()

export function seedCases(makeBed: MakeBed): void {
  describe('seeds', () => {
    it('keep their score whoever links to them', () =>
      onFreshStore(makeBed, async (store) => {
        const parents = await fetchedPages(store, 5)
        await store.add([seed(SEED)])
        for (const parent of parents) await store.add([item(SEED, { parent, score: 0.1 })])
        expect(await store.explain(SEED)).toMatchObject({ score: 1, depth: 0, parents: 6 })
        expect(await claimOne(store)).toMatchObject({ score: 1, parent: null, bestParent: null })
      }))

    it('keep their score when a strategy or a curator gives their links another', () =>
      onFreshStore(makeBed, async (store) => {
        const [page] = (await fetchedPages(store, 1)) as [number]
        await store.add([seed(SEED, { score: 0.8 }), item(SEED, { parent: page, score: 0.2 })])
        const id = (await store.explain(SEED))?.id ?? 0
        await store.reprioritise([[id, 0.1]])
        await store.curate({ target: { page }, decision: 'rejected', reason: '', at: '2024-01-01T00:00:00Z' })
        expect(await store.explain(SEED)).toMatchObject({ score: 0.8 })
      }))

    it('are leased before every link, and whatever the strategy would choose', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([
          item('https://a.example/link', { score: 1 }),
          item('https://c.example/link', { score: 0.9 }),
          item('https://d.example/link', { score: 0.2 }),
          seed(SEED, { score: 0.1 }),
          seed(OTHER, { score: 0.3 }),
        ])
        const leases = await store.claim(request({ n: 3, select: worstFirst }))
        expect(leases.map(({ url }) => url)).toEqual([OTHER, SEED, 'https://d.example/link'])
      }))

    it('are leased by a strategy that chooses nothing', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([seed(SEED), item('https://c.example/link')])
        const leases = await store.claim(request({ n: 9, select: refuseAll }))
        expect(leases.map(({ url }) => url)).toEqual([SEED])
      }))

    it('of one host follow each other before its links', () =>
      onFreshStore(makeBed, async (store) => {
        const [one, two] = [`${SEED}1`, `${SEED}2`]
        await store.add([item(`${SEED}link`, { score: 1 }), seed(one, { score: 0.2 }), seed(two)])
        const order: string[] = []
        for (let i = 0; i < 3; i++) {
          const lease = await claimOne(store)
          order.push(lease.url)
          await store.complete(lease, pageOutcome(), [], { notBefore: 0 })
        }
        expect(order).toEqual([two, one, `${SEED}link`])
      }))

    it('come back before links when their lease is released or lost', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([seed(SEED, { score: 0.1 }), item(`${SEED}link`, { score: 1 })])
        const lease = await claimOne(store)
        await store.release(lease, { notBefore: 0 }, { failedTry: true, url: 'https://a.example/?' })
        expect(await claimOne(store)).toMatchObject({ canonicalUrl: SEED, url: 'https://a.example/?' })
      }))

    it('pass their precedence on to what they redirect to', () =>
      onFreshStore(makeBed, async (store) => {
        const [parent] = (await fetchedPages(store, 1)) as [number]
        await store.add([seed(SEED), item(OTHER, { parent, score: 0.2 })])
        const lease = await claimOne(store)
        const target = item(OTHER, { parent: lease.id, depth: 0, score: lease.score, redirects: 1 })
        const redirect = {
          kind: 'redirect',
          status: 301,
          target: OTHER,
          fetchedAt: new Date(0),
          capture: null,
        } as const
        await store.complete(lease, redirect, [target], { notBefore: 0 })
        await store.add([item('https://c.example/', { score: 1 }), item(OTHER, { parent: null, score: 0 })])
        expect(await store.claim(request({ n: 1, select: refuseAll }))).toMatchObject([
          { url: OTHER, score: 1, parent: lease.id },
        ])
      }))

    it('can be made from queued or excluded links', () =>
      onFreshStore(makeBed, async (store) => {
        const [parent] = (await fetchedPages(store, 1)) as [number]
        await store.add([
          item(SEED, { parent, depth: 4, score: 0.1, tunnel: 3 }),
          item(OTHER, { parent, depth: 4, score: 0.1, excluded: 'low-score' }),
        ])
        expect(await store.add([seed(SEED), seed(OTHER)])).toEqual(['refined', 'refined'])
        const leases = await store.claim(request({ n: 9, select: refuseAll }))
        expect(leases).toMatchObject(
          [SEED, OTHER].map((url) => ({
            url,
            score: 1,
            depth: 0,
            parent: null,
            tunnel: 0,
            bestParent: null,
          })),
        )
      }))

    it.each([
      ['failed', FAILED],
      ['were dropped', DROPPED],
    ])('are tried again when they %s as links before', (_, outcome) =>
      onFreshStore(makeBed, async (store) => {
        const [parent] = (await fetchedPages(store, 1)) as [number]
        await ended(store, item(SEED, { parent, depth: 4 }), outcome)
        expect(await store.add([seed(SEED)])).toEqual(['refined'])
        expect(await store.explain(SEED)).toMatchObject({ state: 'queued', ending: null, depth: 0 })
        await store.complete(await claimOne(store), outcome, [], { notBefore: 0 })
        expect(await store.add([seed(SEED)])).toEqual(['known'])
        expect(await store.counts()).toMatchObject({ queued: 0 })
      }),
    )

    it('are not fetched again when they were fetched as links, and count as seeds from then on', () =>
      onFreshStore(makeBed, async (store) => {
        const [parent] = (await fetchedPages(store, 1)) as [number]
        await ended(store, item(SEED, { parent, depth: 4 }), pageOutcome())
        expect(await store.add([seed(SEED)])).toEqual(['known'])
        expect(await store.explain(SEED)).toMatchObject({ state: 'done', depth: 0 })
        expect(await store.lookAgain(new Date(2000), new Date(1000))).toBe(1)
      }))

    it('stay seeds when they are revived', () =>
      onFreshStore(makeBed, async (store) => {
        const [parent] = (await fetchedPages(store, 1)) as [number]
        await store.add([seed(SEED, { excluded: 'host-denied' })])
        await store.add([item(SEED, { parent, depth: 3, score: 0.2, tunnel: 2 })])
        expect(await claimOne(store)).toMatchObject({ score: 1, depth: 0, parent: null, tunnel: 0 })
      }))
  })
}
