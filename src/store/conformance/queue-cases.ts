import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../model/crawl.ts'
import { DEFAULT_HOST_DELAY_MS } from '../store.ts'
import { claimOne, item, type MakeBed, onFreshStore, pageOutcome, request } from './bed.ts'

const A1 = 'https://a.example/1'
const A2 = 'https://a.example/2'
const B1 = 'https://b.example/1'

export function queueCases(makeBed: MakeBed): void {
  describe('add', () => {
    it('keeps one item per canonical URL, whatever its spelling', () =>
      onFreshStore(makeBed, async (store) => {
        const first = item(A1, { url: `${A1}?utm_source=x` })
        expect(await store.add([first, item(A1), item(A2)])).toEqual(['added', 'known', 'added'])
        expect(await store.counts()).toMatchObject({ queued: 2 })
        expect(await claimOne(store)).toMatchObject({ url: `${A1}?utm_source=x`, canonicalUrl: A1 })
      }))

    it('refines the score to the mean over distinct parents; the same parent again changes nothing', () =>
      onFreshStore(makeBed, async (store) => {
        // Link-score paper: five parents' relevance, mean 0.667291123.
        const scores = [0.759192422, 0.650288546, 0.480327328, 0.705386868, 0.741260455]
        await store.add(scores.map((_, i) => item(`https://p${i}.example/`, { score: 0 })))
        const parents: number[] = []
        for (let i = 0; i < scores.length; i++)
          parents.push((await store.explain(`https://p${i}.example/`))?.id ?? 0)
        const links = scores.map((score, i) => item(A1, { score, parent: parents[i] ?? null, depth: 1 }))
        const results = await store.add([...links, ...links])
        expect(results).toEqual(['added', ...Array(4).fill('refined'), ...Array(5).fill('known')])
        const known = await store.explain(A1)
        expect(known?.score).toBeCloseTo(0.667291123, 8)
        expect(known?.foundBy.map((link) => link.parent)).toEqual(
          [0, 4, 3, 1, 2].map((i) => `https://p${i}.example/`),
        )
      }))

    it('takes depth and parent from the shortest path and the smallest tunnel', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([item(B1), item('https://c.example/')])
        const [b, c] = [
          (await store.explain(B1))?.id ?? 0,
          (await store.explain('https://c.example/'))?.id ?? 0,
        ]
        await store.add([item(A1, { parent: b, depth: 5, tunnel: 0, redirects: 2, score: 1 })])
        await store.add([item(A1, { parent: c, depth: 2, tunnel: 3, redirects: 0, score: 1 })])
        expect(await claimOne(store)).toMatchObject({ url: A1, depth: 2, parent: c, tunnel: 0, redirects: 0 })
      }))

    it('records what is excluded, and revives it when a parent finds it in scope', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([item(B1, { score: 0 }), item(A1, { score: 0.1, depth: 1, excluded: 'low-score' })])
        expect(await store.counts()).toMatchObject({ queued: 1, excluded: 1 })
        expect((await store.explain(A1))?.ending).toEqual({ code: 'low-score', message: '', status: null })
        const parent = (await store.explain(B1))?.id ?? 0
        expect(await store.add([item(A1, { score: 0.7, depth: 9, parent, tunnel: 4 })])).toEqual(['refined'])
        expect(await store.counts()).toMatchObject({ queued: 2, excluded: 0 })
        expect((await store.explain(A1))?.ending).toBeNull()
        const lease = await claimOne(store)
        expect(lease).toMatchObject({ url: A1, depth: 9, parent, tunnel: 4 })
        expect(lease.score).toBeCloseTo(0.4)
      }))

    it('does not change URLs that are done, failed or dropped', () =>
      onFreshStore(makeBed, async (store) => {
        const outcomes = [
          pageOutcome(),
          { kind: 'failed', code: 'dns', message: 'no such host', status: null },
          { kind: 'excluded', code: 'robots', message: 'disallowed' },
        ] as const
        await store.add([item(A1), item('https://p.example/', { score: 0 })])
        const parent = (await store.explain('https://p.example/'))?.id ?? 0
        for (const [i, outcome] of outcomes.entries()) {
          const url = `https://h${i}.example/`
          await store.add([item(url, { score: 1 })])
          await store.complete(await claimOne(store), outcome, [], { notBefore: 0 })
          expect(await store.add([item(url, { parent, score: 1 })])).toEqual(['known'])
          expect((await store.explain(url))?.score).toBe(1)
        }
        expect(await store.counts()).toEqual({
          queued: 2,
          leased: 0,
          done: 1,
          failed: 1,
          excluded: 1,
          fetched: 1,
          kept: 1,
          copies: 0,
        })
        expect((await store.explain('https://h1.example/'))?.ending?.message).toBe('no such host')
      }))

    it('refuses an unknown parent and adds nothing', () =>
      onFreshStore(makeBed, async (store) => {
        await expect(store.add([item(B1), item(A1, { parent: 99 })])).rejects.toMatchObject({
          code: 'unknown-parent',
        })
        expect(await store.counts()).toMatchObject({ queued: 0 })
        expect(await store.add([item(B1)])).toEqual(['added'])
      }))

    it('adds many links of a page in order, known and repeated ones included', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([item(B1)])
        const lease = await claimOne(store)
        const url = (i: number) => `https://h${i % 7}.example/${i}`
        const of = (i: number) =>
          item(url(i), {
            parent: lease.id,
            depth: 1,
            anchor: `link ${i}`,
            ...(i % 3 === 0 && { excluded: 'x' }),
          })
        const numbers = Array.from({ length: 75 }, (_, i) => i)
        await store.add([of(4), item(url(5), { depth: 1, score: 1 })])
        const links = [...numbers.map(of), of(10)]
        const { visit } = await store.complete(lease, pageOutcome(), links, { notBefore: 0 })
        const known = await Promise.all(numbers.map((i) => store.explain(url(i))))
        const ids = known.flatMap((one, i) => (one && i !== 4 && i !== 5 ? [one.id] : []))
        expect(ids).toEqual(numbers.slice(2).map((i) => i + (known[5]?.id ?? 0) - 1))
        expect(known.map((one) => one?.ending?.code)).toEqual(
          numbers.map((i) => (i % 3 === 0 ? 'x' : undefined)),
        )
        expect(known.map((one) => one?.foundBy.at(-1)?.anchor)).toEqual(numbers.map((i) => `link ${i}`))
        expect(known[5]).toMatchObject({ score: 0.75, foundBy: [{ parent: null }, { parent: B1 }] })
        expect(await store.counts()).toMatchObject({ queued: 50, excluded: 25, done: 1 })
        expect(visit?.fresh).toBe(48)
      }))

    it('accepts invalid scores and strings that look like code', () =>
      onFreshStore(makeBed, async (store) => {
        const anchor = `'); DROP TABLE urls; --\0\u001b[31m"`
        await store.add([
          item(A1, { score: Number.NaN, anchor }),
          item(B1, { score: Number.POSITIVE_INFINITY, host: '__proto__', source: 'constructor' }),
        ])
        expect(await store.claim(request({ n: 5 }))).toMatchObject([
          { score: 0 },
          { score: 0, host: '__proto__' },
        ])
        expect((await store.explain(A1))?.foundBy[0]?.anchor).toContain('DROP TABLE')
      }))
  })

  describe('claim', () => {
    it('returns the best first, earlier discovery first among equals, never two of one host', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([
          item(A1, { score: 0.2 }),
          item(B1, { score: 0.9 }),
          item(A2, { score: 0.9 }),
          item('https://c.example/', { score: 0.9 }),
        ])
        const leases = await store.claim(request({ n: 10 }))
        expect(leases.map((lease) => lease.url)).toEqual([B1, A2, 'https://c.example/'])
        expect(await store.counts()).toMatchObject({ queued: 1, leased: 3 })
        expect(await store.claim(request({ n: 10 }))).toEqual([])
      }))

    it('shows `select` the heads of the best ready hosts and takes only what it was shown, once, at most n', () =>
      onFreshStore(makeBed, async (store) => {
        const hosts = Array.from({ length: 70 }, (_, i) =>
          item(`https://h${i}.example/`, { score: 1 - i / 100 }),
        )
        await store.add([...hosts, item('https://h0.example/second', { score: 0 })])
        let shown: readonly Candidate[] = []
        const select = (heads: readonly Candidate[], n: number) => {
          expect(n).toBe(2)
          shown = heads
          const last = heads.at(-1) as Candidate
          return [last, last, { ...last, id: 9999 }, heads[3] as Candidate, heads[0] as Candidate]
        }
        const leases = await store.claim(request({ n: 2, select }))
        expect(shown.map((head) => head.url)).toEqual(hosts.slice(0, 64).map((head) => head.url))
        expect(leases.map((lease) => lease.url)).toEqual(['https://h63.example/', 'https://h3.example/'])
      }))

    it('shows four times as many heads as it may take when that is more', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 90 }, (_, i) => item(`https://h${i}.example/`)))
        const shown: number[] = []
        const select = (heads: readonly Candidate[]) => {
          shown.push(heads.length)
          return []
        }
        await store.claim(request({ n: 20, select }))
        expect(shown).toEqual([80])
        expect(await store.counts()).toMatchObject({ leased: 0 })
      }))

    it('does not claim a host while it is leased or paused, also when the clock steps back', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([item(A1, { score: 1 }), item(A2)])
        const lease = await claimOne(store, 100)
        expect(await store.claim(request({ now: 101 }))).toEqual([])
        await store.complete(lease, pageOutcome(), [], {
          notBefore: 1100,
          pace: { delayMs: 1000, failures: 2 },
        })
        expect(await store.claim(request({ now: 1099 }))).toEqual([])
        expect(await store.nextReady(101)).toBe(1100)
        expect(await store.claim(request({ n: 0, now: 2000 }))).toEqual([])
        expect(await store.claim(request({ now: 1000 }))).toEqual([])
        expect(await claimOne(store, 1100)).toMatchObject({ url: A2, pace: { delayMs: 1000, failures: 2 } })
      }))

    it('gives one lease per host to concurrent claims', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add(Array.from({ length: 500 }, (_, i) => item(`https://a.example/${i}`)))
        const claims = await Promise.all(Array.from({ length: 64 }, () => store.claim(request({ n: 3 }))))
        expect(claims.flat()).toHaveLength(1)
      }))

    it('keeps the pause of an idle host for URLs found later', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([item(A1)])
        await store.complete(await claimOne(store), pageOutcome(), [], { notBefore: 5000 })
        expect(await store.nextReady(1)).toBeNull()
        await store.add([item(A2)])
        expect(await store.nextReady(1)).toBe(5000)
        expect(await store.claim(request({ now: 4999 }))).toEqual([])
        expect(await claimOne(store, 5000)).toMatchObject({ url: A2 })
      }))
  })

  describe('leases', () => {
    it('expire: the URL returns with the loss counted, its host is paused, and the late worker gets lost-lease', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([item(A1)])
        const late = await claimOne(store, 0)
        expect(late.attempts).toBe(0)
        expect(await store.nextReady(59_999)).toBe(Number.POSITIVE_INFINITY)
        expect(await store.claim(request({ now: 60_000 }))).toEqual([])
        expect(await store.nextReady(60_000)).toBe(60_000 + DEFAULT_HOST_DELAY_MS)
        const lease = await claimOne(store, 60_000 + DEFAULT_HOST_DELAY_MS)
        expect(lease).toMatchObject({ id: late.id, attempts: 0, lost: 1 })
        expect(await store.complete(late, pageOutcome(), [item(B1)], { notBefore: 0 })).toMatchObject({
          state: 'lost-lease',
        })
        expect(await store.release(late, { notBefore: 0 }, { failedTry: true })).toBe('lost-lease')
        expect(await store.counts()).toMatchObject({ queued: 0, leased: 1, done: 0, fetched: 0 })
        expect(await store.complete(lease, pageOutcome(), [], { notBefore: 0 })).toMatchObject({
          state: 'done',
        })
        expect(await store.complete(lease, pageOutcome(), [], { notBefore: 0 })).toMatchObject({
          state: 'lost-lease',
        })
      }))

    it('are released: back in the queue after the pause, the attempt counted or not, optionally with another URL', () =>
      onFreshStore(makeBed, async (store) => {
        await store.add([item(A1)])
        await store.release(
          await claimOne(store),
          { notBefore: 10 },
          { failedTry: true, url: 'https://a.example/01' },
        )
        expect(await store.claim(request({ now: 9 }))).toEqual([])
        const second = await claimOne(store, 10)
        expect(second).toMatchObject({ url: 'https://a.example/01', canonicalUrl: A1, attempts: 1 })
        await store.release(second, { notBefore: 20 })
        expect(await claimOne(store, 20)).toMatchObject({ attempts: 1 })
      }))
  })

  it('queues the links of a page together with its completion', () =>
    onFreshStore(makeBed, async (store) => {
      await store.add([item(A1)])
      const lease = await claimOne(store)
      const links = [
        item(A1, { parent: lease.id }),
        item(A2, { parent: lease.id }),
        item(B1, { parent: lease.id }),
      ]
      await store.complete(lease, pageOutcome(), links, { notBefore: 0 })
      expect(await store.counts()).toMatchObject({ queued: 2, leased: 0, done: 1 })
      const broken = await claimOne(store)
      const orphan = [item('https://c.example/', { parent: 1234 })]
      await expect(store.complete(broken, pageOutcome(), orphan, { notBefore: 0 })).rejects.toThrow()
      expect(await store.counts()).toMatchObject({ queued: 1, leased: 1, done: 1, fetched: 1 })
    }))

  it('reprioritises queued links only', () =>
    onFreshStore(makeBed, async (store) => {
      await store.add([item(A1, { score: 0.9 }), item(A2, { score: 0.1 }), item(B1, { score: 0.5 })])
      const done = await claimOne(store)
      await store.complete(done, pageOutcome(), [], { notBefore: 0 })
      const id = (await store.explain(A2))?.id ?? 0
      await store.reprioritise(
        new Map([
          [id, 0.6],
          [done.id, 0.2],
          [4321, 1],
        ]),
      )
      expect((await store.explain(A1))?.score).toBe(0.9)
      expect(await claimOne(store)).toMatchObject({ url: A2, score: 0.6 })
    }))

  it('returns the time of the next claim', () =>
    onFreshStore(makeBed, async (store) => {
      expect(await store.nextReady(5)).toBeNull()
      await store.add([item(A1), item(A2)])
      expect(await store.nextReady(5)).toBe(5)
      const lease = await claimOne(store, 5)
      expect(await store.nextReady(5)).toBe(Number.POSITIVE_INFINITY)
      await store.release(lease, { notBefore: Number.POSITIVE_INFINITY })
      expect(await store.nextReady(5)).toBeGreaterThan(1e15)
      expect(await store.claim(request({ now: 1e14 }))).toEqual([])
    }))
}
