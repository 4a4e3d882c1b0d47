import { expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { claimOne, item, listOf, type MakeBed, onFreshStore, pageOutcome } from './bed.ts'

const DAY = 86_400_000
const at = (days: number) => new Date(days * DAY)

const captured = (n: number) => ({
  location: { file: 'a.warc.gz', offset: n * 100, length: 50 },
  payloadDigest: `sha256:${n}`,
  recordId: `urn:uuid:${n}`,
  original: true,
})

/** A seed that leads to a list, which leads to a kept and a rejected page; and a list that led to nothing. */
async function leadingPages(store: Store): Promise<void> {
  await store.add([item('https://seed.example/', { depth: 0 })])
  const seed = await claimOne(store)
  const below = (host: string, depth: number, parent: number) =>
    item(`https://${host}.example/tag/storms`, { depth, parent })
  const rejected = { relevant: false, relevance: 0.1 }
  const outcome = pageOutcome({ title: 'Home', url: 'https://seed.example/' }, rejected, {
    capture: captured(1),
  })
  await store.complete(seed, outcome, [below('list', 1, seed.id), below('idle', 1, seed.id)], {
    notBefore: 0,
  })
  for (const host of ['list', 'idle']) {
    const lease = await claimOne(store)
    const links =
      host === 'list'
        ? ['kept', 'other'].map((name) =>
            item(`https://${name}.example/2013/storm`, { depth: 2, parent: lease.id }),
          )
        : []
    await store.complete(lease, pageOutcome({ url: lease.url }, rejected), links, { notBefore: 0 })
  }
  for (const relevant of [true, false]) {
    const lease = await claimOne(store)
    await store.complete(lease, pageOutcome({ url: lease.url }, { relevant }), [], { notBefore: 0 })
  }
}

export function lookCases(makeBed: MakeBed): void {
  it('revisits seeds and lists that led to kept pages first, and not again too soon', () =>
    onFreshStore(makeBed, async (store) => {
      await leadingPages(store)
      await store.add([item('https://new.example/', { score: 5, depth: 3 })])
      expect(await store.lookAgain(at(1), at(0))).toBe(0)
      expect(await store.lookAgain(at(2), at(1))).toBe(2)
      expect(await store.check()).toEqual([])
      const looked = await store.claim({ n: 9, leaseMs: 9, worker: 'w', now: 0, select: () => [] })
      expect(looked.map(({ host }) => host)).toEqual(['seed.example', 'list.example'])
      for (const lease of looked) {
        const gone = { kind: 'failed', code: 'http-404', message: '', status: 404 } as const
        expect(await store.complete(lease, gone, [], { notBefore: 0 })).toMatchObject({ state: 'again' })
      }
      expect(await store.counts()).toMatchObject({ queued: 1, done: 5, failed: 0, fetched: 5, kept: 1 })
      expect(await store.lookAgain(at(3), at(2))).toBe(0)
      expect(await store.lookAgain(at(4), at(3))).toBe(2)
      expect(await store.check()).toEqual([])
    }))

  it('keeps a revisited page as it was, with its new links and both captures', () =>
    onFreshStore(makeBed, async (store, reopen) => {
      await leadingPages(store)
      await store.lookAgain(at(2), at(1))
      const again = await reopen()
      const lease = await claimOne(again, 5_000)
      expect(lease.url).toBe('https://seed.example/')
      const gained = item('https://gained.example/', { depth: 1, parent: lease.id })
      const outcome = pageOutcome({ title: 'Another home' }, {}, { capture: captured(2), fetchedAt: at(2) })
      expect(await again.complete(lease, outcome, [gained], { notBefore: 0 })).toMatchObject({
        state: 'again',
      })
      expect(await again.counts()).toMatchObject({ queued: 2, done: 4, fetched: 5, kept: 1 })
      const [home] = await listOf(again.pages({ all: true }))
      expect(home).toMatchObject({ title: 'Home', relevant: false, warc: { offset: 100 } })
      expect((await listOf(again.captures())).map(({ url, recordId }) => [url, recordId])).toEqual([
        ['https://seed.example/', 'urn:uuid:1'],
        ['https://seed.example/', 'urn:uuid:2'],
      ])
      expect(await again.explain('https://gained.example/')).toBeDefined()
      expect(await again.check()).toEqual([])
    }))

  it('returns the last archived copy of revisited pages, and stores the new response beside it', () =>
    onFreshStore(makeBed, async (store, reopen) => {
      await leadingPages(store)
      expect(await store.looks()).toEqual(new Map())
      await store.lookAgain(at(2), at(1))
      const again = await reopen()
      const [[id, copy] = []] = await again.looks()
      const lease = await claimOne(again, 5_000)
      expect(id).toBe(lease.id)
      const payload = { recordId: 'urn:uuid:1', url: lease.url, payloadDigest: 'sha256:1' }
      expect(copy).toMatchObject({
        ...{ url: lease.url, recordId: 'urn:uuid:1', warc: { file: 'a.warc.gz', offset: 100, length: 50 } },
        payload,
      })
      const said = { ...captured(2), payloadDigest: 'sha256:1', refersTo: 'urn:uuid:1', original: undefined }
      const unchanged = { kind: 'unchanged', status: 304, fetchedAt: at(2), capture: said } as const
      expect(await again.complete(lease, unchanged, [], { notBefore: 0 })).toMatchObject({ state: 'again' })
      expect(await again.check()).toEqual([])
      expect((await listOf(again.captures())).at(-1)).toMatchObject({
        ...{ url: lease.url, status: 304, refersTo: 'urn:uuid:1' },
      })
      expect((await again.looks()).has(lease.id)).toBe(false)

      // After another revisit, the stored page is still the archived one, not the 304 response.
      await again.lookAgain(at(4), at(3))
      expect((await again.looks()).get(lease.id)).toEqual(copy)
      await again.complete(
        await claimOne(again, 9_000),
        pageOutcome({}, {}, { capture: captured(3), fetchedAt: at(4) }),
        [],
        { notBefore: 0 },
      )
      await again.lookAgain(at(6), at(5))
      expect((await again.looks()).get(lease.id)?.payload).toMatchObject({ recordId: 'urn:uuid:3' })
    }))

  it('keeps the address of a capture whose URL is requested in its canonical form from then on', () =>
    onFreshStore(makeBed, async (store) => {
      const tagged = 'https://seed.example/?utm_source=x'
      await store.add([item('https://seed.example/', { url: tagged, depth: 0 })])
      const first = await claimOne(store)
      await store.complete(first, pageOutcome({}, {}, { capture: captured(1), fetchedAt: at(0) }), [], {
        notBefore: 0,
      })
      await store.lookAgain(at(2), at(1))
      await store.release(
        await claimOne(store),
        { notBefore: 0 },
        { failedTry: true, url: first.canonicalUrl },
      )
      const addresses = async () => (await listOf(store.captures())).map(({ url }) => url)
      expect(await addresses()).toEqual([tagged])
      expect(await store.originalOf('sha256:1')).toMatchObject({ url: tagged })
      const lease = await claimOne(store)
      expect(lease.url).toBe(first.canonicalUrl)
      await store.complete(lease, pageOutcome({}, {}, { capture: captured(2), fetchedAt: at(2) }), [], {
        notBefore: 0,
      })
      expect(await addresses()).toEqual([tagged, first.canonicalUrl])
      expect(await store.page(first.id)).toMatchObject({ warc: { offset: 100 } })
    }))

  it('retries seeds that failed, and keeps the archived failure beside the page', () =>
    onFreshStore(makeBed, async (store) => {
      await store.add([item('https://down.example/', { depth: 0 })])
      const answer = { capture: captured(1), status: 503, fetchedAt: at(0) }
      const down = { kind: 'failed', code: 'http-503', message: '', status: 503, answer } as const
      await store.complete(await claimOne(store), down, [], { notBefore: 0 })
      expect(await store.lookAgain(at(2), at(1))).toBe(1)
      const again = { ...answer, capture: captured(2), fetchedAt: at(2) }
      await store.complete(await claimOne(store), { ...down, answer: again }, [], { notBefore: 0 })
      expect(await store.retryFailed(['http-503'])).toBe(1)
      const page = pageOutcome({ title: 'Up' }, {}, { capture: captured(3), fetchedAt: at(3) })
      await store.complete(await claimOne(store), page, [], { notBefore: 0 })
      expect((await listOf(store.captures())).map(({ url, recordId }) => [url, recordId])).toEqual([
        ['https://down.example/', 'urn:uuid:1'],
        ['https://down.example/', 'urn:uuid:2'],
        ['https://down.example/', 'urn:uuid:3'],
      ])
      expect((await listOf(store.pages({ all: true })))[0]).toMatchObject({ warc: { offset: 300 } })
      const url = 'https://down.example/'
      expect(await store.reads.captureAt(url, url, at(1).toISOString())).toMatchObject({
        recordId: 'urn:uuid:3',
      })
    }))

  it('retries seeds that failed', () =>
    onFreshStore(makeBed, async (store) => {
      await store.add([item('https://down.example/', { depth: 0 })])
      const down = { kind: 'failed', code: 'timeout', message: '', status: null } as const
      await store.complete(await claimOne(store), down, [], { notBefore: 0 })
      expect(await store.lookAgain(at(2), at(1))).toBe(1)
      const lease = await claimOne(store)
      expect(await store.complete(lease, pageOutcome({ title: 'Up' }), [], { notBefore: 0 })).toMatchObject({
        state: 'done',
      })
      expect(await store.counts()).toMatchObject({ done: 1, failed: 0, fetched: 1 })
      expect(await store.check()).toEqual([])
    }))
}
