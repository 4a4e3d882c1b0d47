import { describe, expect, it } from 'vitest'
import type { Candidate, Lease } from '../../model/crawl.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { Store } from '../store.ts'
import { claimOne, item, listOf, type MakeBed, onFreshStore, pageOutcome, request } from './bed.ts'

const A = 'https://a.example/'
const because = (word: string) => ({ anchor: { value: 0.5, weight: 1, because: [word] } })

/** Two pages that have been fetched, as parents for links. */
async function twoParents(store: Store): Promise<[number, number]> {
  const ids: number[] = []
  for (const host of ['p', 'q']) {
    await store.add([item(`https://${host}.example/`)])
    const lease = await claimOne(store)
    await store.complete(lease, pageOutcome(), [], { notBefore: 0 })
    ids.push(lease.id)
  }
  return ids as [number, number]
}

/** The candidates shown to `select`; nothing is claimed. */
async function shownTo(store: Store, view: { best: number; random: number }, random = seededRandom(1)) {
  let shown: readonly Candidate[] = []
  const select = (candidates: readonly Candidate[]) => {
    shown = candidates.map((one) => ({ ...one }))
    return []
  }
  await store.claim(request({ n: 1, select, view, random }))
  return shown
}

export function choiceCases(makeBed: MakeBed): void {
  describe('what a strategy chooses from', () => {
    it('takes the best score of several parents when the item sets merge, and keeps that link as the reason', () =>
      onFreshStore(makeBed, async (store) => {
        const [p, q] = await twoParents(store)
        const link = (parent: number, score: number, word: string) =>
          item(A, { parent, score, depth: 1, merge: 'best', evidence: because(word) })
        await store.add([link(p, 0.3, 'weak')])
        await store.add([link(q, 0.8, 'strong')])
        const [candidate] = await shownTo(store, { best: 1, random: 0 })
        expect(candidate).toMatchObject({
          score: 0.8,
          parents: 2,
          bestParent: q,
          evidence: because('strong'),
        })
        expect(await claimOne(store)).toMatchObject({
          score: 0.8,
          bestParent: q,
          evidence: because('strong'),
        })
      }))

    it('observes a page with the evidence it was leased for, whatever was found meanwhile', () =>
      onFreshStore(makeBed, async (store) => {
        const [p, q] = await twoParents(store)
        await store.add([item(A, { parent: p, score: 0.3, depth: 1, evidence: because('first') })])
        const lease = await claimOne(store)
        await store.add([item(A, { parent: q, score: 0.9, depth: 1, evidence: because('late') })])
        const memo = { terms: [1, 2], text: 'x\0y' }
        await store.complete(lease, pageOutcome({}, {}, { memo }), [], { notBefore: 0 })
        const observed = (await listOf(store.observations(2)))[0]
        expect(observed).toMatchObject({
          id: lease.id,
          canonicalUrl: A,
          bestParent: p,
          evidence: lease.evidence,
          memo,
        })
        expect((await store.page(lease.id))?.linkEvidence).toEqual(because('first'))
      }))

    it('shows about the requested number of the best links, spread evenly over hosts, at least one of each', () =>
      onFreshStore(makeBed, async (store) => {
        const urls = [0, 1, 2].flatMap((host) =>
          Array.from({ length: 10 }, (_, i) =>
            item(`https://h${host}.example/${i}`, { score: 1 - host / 10 - i / 100 }),
          ),
        )
        await store.add(urls)
        const seen = async (best: number) => (await shownTo(store, { best, random: 0 })).map((one) => one.url)
        expect(await seen(0)).toHaveLength(3)
        expect((await seen(6)).sort()).toEqual(
          [0, 1, 2].flatMap((host) => [0, 1].map((i) => `https://h${host}.example/${i}`)),
        )
        expect(await seen(1000)).toHaveLength(30)
      }))

    it('draws at random from the whole queue, reproducibly for a random seed', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 300 }, (_, i) => item(`${A}${i}`, { score: i / 300 })))
        const draw = async (seed: number) =>
          (await shownTo(store, { best: 0, random: 20 }, seededRandom(seed))).map((one) => one.score)
        const drawn = [...(await draw(1)), ...(await draw(2)), ...(await draw(3))]
        expect(await draw(1)).toEqual(drawn.slice(0, (await draw(1)).length))
        const lower = drawn.filter((score) => score < 0.5).length
        expect(drawn.length).toBeGreaterThan(50)
        expect(lower / drawn.length).toBeGreaterThan(0.25)
        expect(lower / drawn.length).toBeLessThan(0.75)
      }))

    it('leases chosen links other than the best of a host, one per host', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([0.9, 0.5, 0.1].map((score, i) => item(`${A}${i}`, { score })))
        const select = (candidates: readonly Candidate[]) => [...candidates].reverse()
        const leases = await store.claim(request({ n: 3, select, view: { best: 3, random: 0 } }))
        expect(leases.map((lease) => lease.url)).toEqual([`${A}2`])
        expect(await store.counts()).toMatchObject({ queued: 2, leased: 1 })
      }))

    it('updates the scores of links that were shown and not chosen', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([0.9, 0.8, 0.3].map((score, i) => item(`${A}${i}`, { score })))
        const select = (
          candidates: readonly Candidate[],
          _n: number,
          reweigh: (id: number, score: number) => void,
        ) => {
          for (const { id } of candidates) reweigh(id, 0.1)
          reweigh(9999, 1)
          return candidates.slice(0, 1)
        }
        const [first] = await store.claim(request({ n: 1, select, view: { best: 2, random: 0 } }))
        expect(first).toMatchObject({ url: `${A}0`, score: 0.9 })
        await store.release(first as Lease, { notBefore: 0 })
        const shown = await shownTo(store, { best: 9, random: 0 })
        expect(new Map(shown.map(({ url, score }) => [url, score]))).toEqual(
          new Map([
            [`${A}0`, 0.9],
            [`${A}1`, 0.1],
            [`${A}2`, 0.3],
          ]),
        )
      }))
  })
}
