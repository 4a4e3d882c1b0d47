import { describe, expect, it } from 'vitest'
import type { MetaRobots } from '../../model/page.ts'
import { DEFAULT_HOST_DELAY_MS } from '../store.ts'
import { claimOne, item, listOf, type MakeBed, onFreshStore, pageOutcome, request, storePage } from './bed.ts'

const MONTH_MS = 30 * 24 * 3_600_000

/** Robots directives, and the delays of hosts. */
export function robotsCases(makeBed: MakeBed): void {
  describe('politeness', () => {
    it('stores the record that robots rules came from', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        const record = { origin: 'http://a.example', fetchedAt: 5, status: 200, body: 'x' }
        await store.putRobots({ ...record, recordId: 'urn:uuid:1' })
        const again = await reopen()
        expect(await again.getRobots('http://a.example')).toEqual({ ...record, recordId: 'urn:uuid:1' })
        await again.putRobots(record)
        expect(await again.getRobots('http://a.example')).toEqual(record)
      }))

    it('stores robots directives, and no text of pages with noarchive', () =>
      onFreshStore(makeBed, async (store) => {
        const robots = {
          noindex: false,
          nofollow: true,
          noarchive: true,
          because: ['meta robots: noarchive'],
        }
        const allowedBy = 'Allow: /3 (line 2)'
        const put = (name: string, page: { robots?: MetaRobots }, said = {}) => {
          const text = `a storm over ${name}`
          return storePage(store, name, pageOutcome({ text, ...page }, {}, { textDigest: text, ...said }))
        }
        await put('aberdeen', { robots }, { withheld: true })
        await put('bergen', { robots })
        await put('cork', {}, { allowedBy })
        await put('dieppe', {})
        const [withheld, ignored, allowed, silent] = await listOf(store.pages({ all: true }))
        expect(withheld).toMatchObject({ text: '', warc: null, relevant: true })
        expect(withheld?.robots).toEqual({ ...robots, allowedBy: null, withheld: true })
        expect(ignored?.robots).toEqual({ ...robots, allowedBy: null, withheld: false })
        expect(ignored?.text).toBe('a storm over bergen')
        expect(allowed?.robots).toMatchObject({ allowedBy, because: [], withheld: false })
        expect(silent?.robots).toBeNull()
        const query = { must: [[{ terms: ['storm'] }]], not: [] }
        expect(await store.catalogue.matching('kept', query, { from: 1, to: 9 })).toHaveLength(4)
      }))

    it('reserves a host for a request outside the queue, then pauses it', () =>
      onFreshStore(makeBed, async (store) => {
        const a = { host: 'a.example', source: 'a.example' }
        await store.add([item('http://a.example/1')])
        expect(await store.borrowHost(a, 0, 5_000)).toBe('borrowed')
        expect(await store.claim(request())).toEqual([])
        expect(await store.nextReady(0)).toBe(5_000)
        expect(await store.borrowHost(a, 10, 5_010)).toBe(5_000)
        await store.returnHost(a, 100, true)
        expect(await store.nextReady(100)).toBe(100 + DEFAULT_HOST_DELAY_MS)
        const lease = await claimOne(store, 100 + DEFAULT_HOST_DELAY_MS)
        expect(await store.borrowHost(a, 2_000, 9_000)).toBe(2_000)
        await store.returnHost(a, 2_000, true)
        await store.release(lease, { notBefore: 3_000, pace: { delayMs: 700, failures: 0 } })
        expect(await store.borrowHost(a, 3_000, 9_000)).toBe('borrowed')
        await store.returnHost(a, 3_500, true)
        expect(await store.nextReady(3_500)).toBe(4_200)
        expect(await store.borrowHost(a, 4_200, 9_000)).toBe('borrowed')
        await store.returnHost(a, 4_300, false)
        expect(await claimOne(store, 4_300)).toMatchObject({ host: 'a.example' })
      }))

    it('does not claim links of a reserved host; after a crash it is paused once, not until the reservation ends', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        const host = { host: 'new.example', source: 'new.example' }
        expect(await store.borrowHost(host, 0, 5_000)).toBe('borrowed')
        await store.add([item('http://new.example/1')])
        expect(await store.nextReady(0)).toBe(5_000)
        const again = await reopen()
        expect(await again.nextReady(0)).toBe(DEFAULT_HOST_DELAY_MS)
        await again.returnHost(host, 10, false)
        expect(await (await reopen()).nextReady(0)).toBe(10)
      }))

    it('limits pauses that a wrong clock made too long', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        await store.add([item('http://a.example/1'), item('http://b.example/2')])
        const pace = { delayMs: 7_000, failures: 0 }
        await store.release(await claimOne(store), { notBefore: MONTH_MS, pace })
        await store.release(await claimOne(store), { notBefore: 3_600_000 })
        const again = await reopen()
        expect(await again.nextReady(0)).toBe(7_000)
        const [lease] = await again.claim({ n: 2, leaseMs: 1, worker: 'w', now: 7_000 })
        expect(lease?.host).toBe('a.example')
        expect(await again.nextReady(7_000)).toBe(3_600_000)
      }))
  })
}
