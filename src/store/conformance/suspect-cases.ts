import { describe, expect, it } from 'vitest'
import { BLAME, MAX_BLAME, SUSPECT_AFTER } from '../rules/suspects.ts'
import type { Store } from '../store.ts'
import { claimOne, item, type MakeBed, onFreshStore, pageOutcome, request } from './bed.ts'

const NAMES = ['a', 'b', 'c', 'd'] as const
const url = (name: string) => `https://${name}.example/`

/** Later than every pause that these cases set, counted from a store that was opened at 0. */
const LATER = 10_000

const claimAll = (store: Store, now = LATER) => store.claim(request({ n: 9, now, leaseMs: 1e9 }))

/** Pages that crash the process, or that were being fetched when it crashed. */
export function suspectCases(makeBed: MakeBed): void {
  describe('suspects', () => {
    /** Loses the leases of all four pages until they are suspects, then reopens the store. */
    const afterCrashes = async (store: Store, reopen: () => Promise<Store>): Promise<Store> => {
      await store.add(NAMES.map((name) => item(url(name))))
      let next = store
      for (let crash = 0; crash < SUSPECT_AFTER; crash++) {
        const leases = await claimAll(next)
        expect(leases.map(({ lost, blame }) => [lost, blame])).toEqual(NAMES.map(() => [crash, null]))
        next = await reopen()
      }
      return next
    }

    it('are leased with nothing else in flight, and cleared when they are completed', () =>
      onFreshStore(makeBed, async (first, reopen) => {
        const store = await afterCrashes(first, reopen)
        await store.add([item(url('fresh'), { score: 1 })])
        for (const name of NAMES) {
          const [lease, ...more] = await claimAll(store)
          expect(lease).toMatchObject({ canonicalUrl: url(name), blame: 0 })
          expect(more).toEqual([])
          expect(await claimAll(store)).toEqual([])
          expect(await store.nextReady(LATER)).toBe(Number.POSITIVE_INFINITY)
          if (lease)
            await store.complete(lease, pageOutcome(), [item(url(`after-${name}`))], { notBefore: 0 })
        }
        const together = await claimAll(store)
        expect(together.map(({ blame }) => blame)).toEqual([null, null, null, null, null])
      }))

    it('wait until all leases have ended; suspects of paused hosts delay no one', () =>
      onFreshStore(makeBed, async (first, reopen) => {
        const store = await afterCrashes(first, reopen)
        await store.add([item(url('fresh')), item(url('other'))])
        // Hosts are paused after a lost lease; meanwhile others are leased concurrently.
        const [one, two, ...more] = await claimAll(store, 0)
        expect([one?.canonicalUrl, two?.canonicalUrl, more]).toEqual([url('fresh'), url('other'), []])
        expect(await store.nextReady(0)).toBeGreaterThan(0)
        expect(await store.nextReady(0)).toBeLessThan(LATER)
        await store.add([item(url('newer'))])
        expect(await claimAll(store)).toEqual([])
        expect(await store.nextReady(LATER)).toBe(Number.POSITIVE_INFINITY)
        if (one) await store.complete(one, pageOutcome(), [], { notBefore: 0 })
        expect(await claimAll(store)).toEqual([])
        if (two) await store.release(two, { notBefore: 0 })
        expect(await store.nextReady(LATER)).toBe(LATER)
        expect(await claimAll(store)).toMatchObject([{ canonicalUrl: url('a') }])
      }))

    it('are blamed only for what happens while they are alone, the least blamed first', () =>
      onFreshStore(makeBed, async (first, reopen) => {
        let store = await afterCrashes(first, reopen)
        for (let round = 0; round < 2; round++) {
          for (const name of NAMES) {
            expect(await claimAll(store)).toMatchObject([
              { canonicalUrl: url(name), blame: round * BLAME.awaited, lost: SUSPECT_AFTER + round },
            ])
            store = await reopen()
          }
        }
      }))

    it('are blamed more once their response has arrived, and given up after a few such losses', () =>
      onFreshStore(makeBed, async (first, reopen) => {
        let store = await afterCrashes(first, reopen)
        for (const name of ['a', 'b', 'c']) {
          const lease = await claimOne(store, LATER)
          expect(lease.canonicalUrl).toBe(url(name))
          await store.complete(lease, pageOutcome(), [], { notBefore: 0 })
        }
        let crashes = 0
        for (let lease = await claimOne(store, LATER); (lease.blame ?? 0) < MAX_BLAME; crashes++) {
          await store.received(lease)
          store = await reopen()
          lease = await claimOne(store, LATER)
          expect(lease).toMatchObject({ canonicalUrl: url('d'), blame: (crashes + 1) * BLAME.received })
        }
        expect(crashes).toBe(3)
      }))

    it('are cleared by a failed attempt, and not by one that did not happen', () =>
      onFreshStore(makeBed, async (first, reopen) => {
        const store = await afterCrashes(first, reopen)
        const lease = await claimOne(store, LATER)
        await store.received(lease)
        await store.release(lease, { notBefore: 0 })
        const again = await claimOne(store, LATER)
        expect(again).toMatchObject({ id: lease.id, lost: SUSPECT_AFTER, blame: 0 })
        // A response received in an earlier visit does not count against this one.
        const later = await reopen()
        await later.release(await claimOne(later, LATER), { notBefore: 0 }, { failedTry: true })
        const lost = await later.claim(request({ n: 9, now: LATER }))
        expect(lost).toMatchObject([{ canonicalUrl: url('c'), blame: 0 }])
        expect(await later.explain(url('a'))).toBeDefined()
      }))

    it('keep their blame however they were released', () =>
      onFreshStore(makeBed, async (first, reopen) => {
        await first.add([item(url('a'))])
        let store = first
        for (let i = 0; i < SUSPECT_AFTER; i++) {
          await claimOne(store, LATER)
          store = await reopen()
        }
        await store.received(await claimOne(store, LATER))
        store = await reopen()
        await store.release(await claimOne(store, LATER), { notBefore: 0 })
        await claimOne(store, LATER)
        store = await reopen()
        expect(await claimOne(store, LATER)).toMatchObject({ blame: BLAME.received + BLAME.awaited })
      }))

    it('ignore a worker whose lease was lost', () =>
      onFreshStore(makeBed, async (first, reopen) => {
        const store = await afterCrashes(first, reopen)
        const late = await claimOne(store, LATER)
        const next = await reopen()
        const lease = await claimOne(next, LATER)
        await next.received(late)
        expect(lease.canonicalUrl).toBe(url('b'))
        const again = await reopen()
        const blames: (number | null)[] = []
        for (let i = 0; i < NAMES.length; i++) {
          const each = await claimOne(again, LATER)
          blames.push(each.blame)
          await again.complete(each, pageOutcome(), [], { notBefore: 0 })
        }
        expect(blames).toEqual([0, 0, BLAME.awaited, BLAME.awaited])
      }))
  })

  describe('failed pages', () => {
    const fail = async (store: Store, name: string, code: string) => {
      await store.add([item(url(name))])
      const lease = await claimOne(store)
      const outcome = { kind: 'failed', code, message: 'why', status: null } as const
      await store.complete(lease, outcome, [], { notBefore: 0 })
    }

    it('are queued again by their code, or all of them, as if they had never been tried', () =>
      onFreshStore(makeBed, async (store) => {
        for (const [name, code] of [
          ['a', 'lost'],
          ['b', 'timeout'],
          ['c', 'lost'],
          ['d', 'http-503'],
        ] as const)
          await fail(store, name, code)
        expect(await store.retryFailed(['dns'])).toBe(0)
        expect(await store.retryFailed(['lost', 'dns'])).toBe(2)
        expect(await store.retryFailed(['lost'])).toBe(0)
        expect(await store.counts()).toMatchObject({ queued: 2, failed: 2 })
        expect((await store.explain(url('a')))?.ending ?? null).toBeNull()
        const leases = await claimAll(store)
        expect(leases).toMatchObject([
          { canonicalUrl: url('a'), attempts: 0, lost: 0, blame: null },
          { canonicalUrl: url('c'), attempts: 0, lost: 0, blame: null },
        ])
        expect(await store.retryFailed('all')).toBe(2)
        expect(await store.counts()).toMatchObject({ queued: 2, leased: 2, failed: 0 })
      }))
  })
}
