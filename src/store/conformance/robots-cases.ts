import { describe, expect, it } from 'vitest'
import type { MetaRobots } from '../../model/page.ts'
import { claimOne, item, listOf, type MakeBed, onFreshStore, pageOutcome, storePage } from './bed.ts'

const MONTH_MS = 30 * 24 * 3_600_000

/** What sites say about being crawled, and hosts that must rest. */
export function robotsCases(makeBed: MakeBed): void {
  describe('politeness', () => {
    it('remembers which record an origin’s rules are from', () =>
      onFreshStore(makeBed, async (store, reopen) => {
        const record = { origin: 'http://a.example', fetchedAt: 5, status: 200, body: 'x' }
        await store.putRobots({ ...record, recordId: 'urn:uuid:1' })
        const again = await reopen()
        expect(await again.getRobots('http://a.example')).toEqual({ ...record, recordId: 'urn:uuid:1' })
        await again.putRobots(record)
        expect(await again.getRobots('http://a.example')).toEqual(record)
      }))

    it('keeps what a site says of a page, and no text of one that asks for no copy', () =>
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
        const must = [[['storm']]]
        const { total } = await store.search({ must, not: [], sort: 'relevance', limit: 9, offset: 0 })
        expect(total).toBe(4)
      }))

    it('does not leave a host alone for a month because a clock was wrong', () =>
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
