import { describe, expect, it } from 'vitest'
import { CAPTURE, claimOne, item, type MakeBed, onFreshStore, pageOutcome, storePage } from './bed.ts'

const lyingAt = (n: number) => ({
  ...CAPTURE,
  location: { file: 'a.warc.gz', offset: n * 1_000, length: 400 },
  payloadDigest: `sha256:${String(n).padStart(12, '0')}`,
  recordId: `urn:uuid:${n}`,
})
const resource = (url: string, n: number, day: string) => ({
  url,
  status: 200,
  fetchedAt: new Date(`2024-11-${day}T00:00:00Z`),
  capture: lyingAt(n),
})

/** The reads behind collection cards and archived pages. */
export function archivedCases(makeBed: MakeBed): void {
  describe('a collection at a glance', () => {
    it('returns the number of sources, the date range and the last fetch', () =>
      onFreshStore(makeBed, async (store) => {
        const nothing = { sources: 0, firstPublished: null, lastPublished: null, lastFetchedAt: null }
        expect(await store.overview()).toEqual(nothing)
        await storePage(store, 'a', pageOutcome({ text: 'one', published: '2024-11-08' }))
        await storePage(store, 'b', pageOutcome({ text: 'two', published: '2024-11-02' }))
        await storePage(
          store,
          'c',
          pageOutcome({ text: 'three', published: '2020-01-01' }, { relevant: false }),
        )
        await store.add([item('https://waits.example/')])
        expect(await store.overview()).toMatchObject({
          sources: 3,
          firstPublished: '2024-11-02',
          lastPublished: '2024-11-08',
          lastFetchedAt: expect.stringMatching(/^\d{4}-/),
        })
      }))
  })

  describe('archived copies', () => {
    it('are found by page and by URL; for resources, the one nearest in time', () =>
      onFreshStore(makeBed, async (store) => {
        const sheet = 'https://a.example/site.css'
        const first = { ...pageOutcome({ text: 'one' }), capture: lyingAt(1) }
        const one = await storePage(store, 'a', { ...first, resources: [resource(sheet, 2, '01')] })
        const second = { ...pageOutcome({ text: 'two' }), capture: lyingAt(3) }
        await storePage(store, 'b', { ...second, resources: [resource(sheet, 4, '20')] })
        const bare = await storePage(store, 'c', pageOutcome({ text: 'three' }))
        const { reads } = store
        expect(await reads.captureOf(one)).toMatchObject({
          url: 'https://a.example/',
          recordId: 'urn:uuid:1',
          payload: null,
        })
        expect(await reads.captureOf(bare)).toBeUndefined()
        const at = async (day: string) =>
          (await reads.captureAt(sheet, sheet, `2024-11-${day}T00:00:00Z`))?.recordId
        expect([await at('03'), await at('18')]).toEqual(['urn:uuid:2', 'urn:uuid:4'])
        const page = 'https://b.example/'
        expect(await reads.captureAt(page, page, '')).toMatchObject({
          recordId: 'urn:uuid:3',
          companionsFrom: 2_400,
        })
        expect(await reads.captureAt('https://x.example/', 'https://x.example/', '')).toBeUndefined()
      }))

    it('of a revisit lead to the record with the payload, or to nothing when it is gone', () =>
      onFreshStore(makeBed, async (store) => {
        const whole = { ...lyingAt(1), original: true }
        await storePage(store, 'a', { ...pageOutcome({ text: 'one' }), capture: whole })
        const again = { ...lyingAt(2), payloadDigest: whole.payloadDigest, refersTo: whole.recordId }
        const page = await storePage(store, 'b', { ...pageOutcome({ text: 'two' }), capture: again })
        expect((await store.reads.captureOf(page))?.payload).toEqual(whole.location)
        await store.forgetCaptures([whole.recordId])
        expect(await store.reads.captureOf(page)).toBeUndefined()
        expect((await claimOne(store)).canonicalUrl).toBe('https://a.example/')
      }))
  })
}
