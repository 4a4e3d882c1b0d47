import { describe, expect, it } from 'vitest'
import { MIN_PAGES, type SourceLimits } from '../rules/source-share.ts'
import type { Store } from '../store.ts'
import { item, type MakeBed, onFreshStore, pageOutcome, request, seed } from './bed.ts'

const LIMITS: SourceLimits = { share: 0.5, delayMs: 0, soonMs: 5_000 }
const big = (n: number) => `https://h${n}.big.example/`
const small = (n: number) => `https://s${n}.small${n}.example/`

/** Visits `n` pages one after another, with the delay of each host, and returns their sources. */
async function visit(store: Store, n: number, limits = LIMITS, kept = (_source: string) => true) {
  const sources: string[] = []
  for (let i = 0; i < n; i++) {
    const [lease] = await store.claim(request({ sources: limits }))
    if (!lease) break
    sources.push(lease.source)
    await store.complete(lease, pageOutcome({}, { relevant: kept(lease.source) }), [], { notBefore: 0 })
  }
  return sources
}

const count = (sources: readonly string[], source: string) => sources.filter((one) => one === source).length

export function sourceCases(makeBed: MakeBed): void {
  describe('sources', () => {
    it('gives a source with many good hosts at most its share while others wait', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 100 }, (_, n) => item(big(n), { score: 0.9 })))
        await store.add(Array.from({ length: 20 }, (_, n) => item(small(n), { score: 0.3 })))
        // None of its pages is kept, so that only its share of the fetched pages counts.
        const sources = await visit(store, 40, LIMITS, (source) => source !== 'big.example')
        expect(count(sources, 'big.example')).toBe(20)
        expect(count(sources.slice(0, MIN_PAGES), 'big.example')).toBe(MIN_PAGES)
      }))

    it('gives half of that to a source that has more than its share of the kept pages', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 100 }, (_, n) => item(big(n), { score: 0.9 })))
        await store.add(Array.from({ length: 60 }, (_, n) => item(small(n), { score: 0.3 })))
        const sources = await visit(store, 60, LIMITS, (source) => source === 'big.example')
        expect(count(sources, 'big.example')).toBe(15)
      }))

    it('continues with a source when no other is waiting, or when the others have low scores', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 40 }, (_, n) => item(big(n), { score: 0.9 })))
        await store.add([item(small(1), { score: 0.01 })])
        expect(count(await visit(store, 30), 'big.example')).toBe(30)
      }))

    it('waits for others that are paused for a moment, not for those that are paused for long', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 40 }, (_, n) => item(big(n), { score: 0.9 })))
        await visit(store, MIN_PAGES)
        await store.add([item(`${small(1)}a`), item(`${small(1)}b`)])
        const [other] = await store.claim(request({ sources: LIMITS }))
        if (!other) throw new Error('the other source should be claimed')
        await store.complete(other, pageOutcome(), [], { notBefore: 4_000 })
        expect(await store.claim(request({ sources: LIMITS }))).toEqual([])
        expect(await store.nextReady(0, LIMITS)).toBe(4_000)
        const soon = { ...LIMITS, soonMs: 3_000 }
        expect(await store.nextReady(0, soon)).toBe(0)
        expect(await store.claim(request({ sources: soon }))).toMatchObject([{ source: 'big.example' }])
      }))

    it('claims seeds whatever the share of their source', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 30 }, (_, n) => seed(big(n))))
        await store.add([item(small(1), { score: 0.9 })])
        expect(count(await visit(store, 30), 'big.example')).toBe(30)
      }))

    it('limits what a strategy chooses, unless it chooses nothing else', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 40 }, (_, n) => item(big(n), { score: 0.9 })))
        await visit(store, MIN_PAGES)
        await store.add([item(small(1))])
        const shown: string[][] = []
        const claim = (wanted: string) =>
          store.claim(
            request({
              sources: LIMITS,
              select(candidates) {
                shown.push(candidates.map(({ source }) => source))
                return candidates.filter(({ source }) => source === wanted)
              },
            }),
          )
        expect(await claim('big.example')).toMatchObject([{ source: 'big.example' }])
        expect(shown[0]).toEqual(['small1.example'])
        expect(await claim('small1.example')).toMatchObject([{ source: 'small1.example' }])
      }))

    it('shares the delay of a source among its hosts', () =>
      onFreshStore(makeBed, async (store) => {
        const limits = { ...LIMITS, delayMs: 200 }
        await store.add(Array.from({ length: 5 }, (_, n) => item(big(n))))
        await store.add([item(small(1))])
        const claim = (now: number) => store.claim(request({ n: 9, now, sources: limits }))
        expect((await claim(0)).map(({ source }) => source)).toEqual(['big.example', 'small1.example'])
        expect(await claim(100)).toEqual([])
        expect(await store.nextReady(100, limits)).toBe(200)
        const [second] = await claim(200)
        if (!second) throw new Error('the pause is over')
        // A host with a longer delay slows down the others too.
        await store.complete(second, pageOutcome(), [item(`${second.url}next`)], {
          notBefore: 400,
          pace: { delayMs: 5_000, failures: 0 },
        })
        expect((await claim(400)).map(({ host }) => host)).toHaveLength(1)
        expect(await store.nextReady(400, limits)).toBeGreaterThanOrEqual(600)
      }))

    it('claims the hosts of a source with very many of them in the order of their scores', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        const scores = Array.from({ length: 120 }, (_, n) => ((n * 37) % 120) / 120)
        await store.add(scores.map((score, n) => item(n % 3 ? big(n) : small(n), { score })))
        const claim = async (n: number) => {
          const leases = await store.claim(request({ n }))
          return leases.map(({ score }) => score)
        }
        const sorted = scores.toSorted((a, b) => b - a)
        expect(await claim(50)).toEqual(sorted.slice(0, 50))
        const again = await (await reopen()).claim(request({ n: 200, now: 1e6 }))
        expect(again.map(({ score }) => score)).toEqual(sorted)
      }))

    it('limits a source with very many hosts as any other', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 200 }, (_, n) => item(big(n), { score: 0.9 })))
        await visit(store, MIN_PAGES)
        expect(await store.nextReady(0, LIMITS)).toBe(0)
        await store.add([item(small(1), { score: 0.3 })])
        const [other] = await store.claim(request({ sources: LIMITS }))
        expect(other).toMatchObject({ source: 'small1.example' })
        // While the other is being fetched, nothing more of it waits.
        expect(await store.claim(request({ sources: LIMITS }))).toMatchObject([{ source: 'big.example' }])
        const paused = { ...LIMITS, share: 1, delayMs: 300 }
        expect(await store.claim(request({ n: 9, sources: paused }))).toHaveLength(1)
        expect(await store.nextReady(100, paused)).toBe(300)
        await store.add([item(small(2), { score: 0.1 })])
        expect(await store.nextReady(100, paused)).toBe(100)
        expect(await store.claim(request({ now: 100, sources: paused }))).toMatchObject([
          { source: 'small2.example' },
        ])
      }))

    it('keeps the counts of each source when it is reopened', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        await store.add(Array.from({ length: 40 }, (_, n) => item(big(n), { score: 0.9 })))
        await visit(store, MIN_PAGES)
        await store.add([item(small(1))])
        const again = await reopen()
        expect(await again.claim(request({ sources: LIMITS }))).toMatchObject([{ source: 'small1.example' }])
      }))
  })
}
