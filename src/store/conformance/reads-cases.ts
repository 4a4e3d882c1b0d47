import { describe, expect, it } from 'vitest'
import type { NewItem } from '../../model/crawl.ts'
import type { Store } from '../store.ts'
import { claimOne, item, listOf, type MakeBed, onFreshStore, pageOutcome, storePage } from './bed.ts'

const story = (from: number) => Array.from({ length: 200 }, (_, i) => `word${from + i}`).join(' ')
const WHY = { anchor: { value: 0.7, weight: 1, because: ['storm'] } }

/** Completes the next URL as a page with these links. */
async function fetchNext(
  store: Store,
  outcome: ReturnType<typeof pageOutcome>,
  links: (parent: number) => NewItem[] = () => [],
): Promise<number> {
  const lease = await claimOne(store)
  await store.complete(lease, outcome, links(lease.id), { notBefore: 0 })
  return lease.id
}

/** A seed on a.example that leads to b.example, and that to two pages of c.example, one of them kept. */
async function chain(store: Store): Promise<number[]> {
  await store.add([item('https://a.example/', { score: 1 })])
  const link = (url: string, parent: number, depth: number, score: number) =>
    item(url, { parent, depth, score, anchor: `to ${url}`, evidence: WHY })
  const seed = await fetchNext(
    store,
    pageOutcome({ title: 'Seed' }, { relevant: false, relevance: 0.2 }),
    (id) => [link('https://b.example/', id, 1, 0.9)],
  )
  const middle = await fetchNext(
    store,
    pageOutcome({ title: 'Middle' }, { relevant: false, relevance: 0.4 }),
    (id) => [link('https://c.example/kept', id, 2, 0.8), link('https://c.example/other', id, 2, 0.7)],
  )
  const kept = await fetchNext(
    store,
    pageOutcome({ title: 'Kept', text: story(0), published: '2024-11-08' }, { relevance: 0.8 }),
    (id) => [link('https://a.example/', id, 3, 0.1), link('https://d.example/waits', id, 3, 0.3)],
  )
  const other = await fetchNext(store, pageOutcome({ title: 'Other' }, { relevant: false, relevance: 0.1 }))
  return [seed, middle, kept, other]
}

/** Reads of the library other than pages and search. */
export function readsCases(makeBed: MakeBed): void {
  describe('reads', () => {
    it('return the path from the seed, link by link', () =>
      onFreshStore(makeBed, async (store) => {
        const [seed, middle, kept] = await chain(store)
        const path = await store.reads.path(kept!)
        expect(
          path.map(({ id, title, relevant, anchor, score }) => [id, title, relevant, anchor, score]),
        ).toEqual([
          [seed, 'Seed', false, '', 1],
          [middle, 'Middle', false, 'to https://b.example/', 0.9],
          [kept, 'Kept', true, 'to https://c.example/kept', 0.8],
        ])
        expect(path.at(-1)?.evidence).toEqual(WHY)
        expect(path[0]?.evidence).toEqual({})
        expect(await store.reads.path(9_999)).toEqual([])
      }))

    it('return the copies of a page, and the original of a copy', () =>
      onFreshStore(makeBed, async (store) => {
        const first = await storePage(store, 'a', pageOutcome({ title: 'One', text: story(0) }))
        const copy = await storePage(store, 'b', pageOutcome({ title: 'Two', text: `Again. ${story(0)}` }))
        expect(await store.reads.copies(first)).toEqual([
          { id: copy, url: 'https://b.example/', title: 'Two', source: 'b.example' },
        ])
        expect(await store.reads.original(copy)).toEqual({
          id: first,
          url: 'https://a.example/',
          title: 'One',
          source: 'a.example',
        })
        expect([await store.reads.original(first), await store.reads.copies(copy)]).toEqual([null, []])
      }))

    it('total the yield, pace and parents of each source', () =>
      onFreshStore(makeBed, async (store) => {
        await chain(store)
        const lease = await claimOne(store)
        const pace = { delayMs: 2_500, failures: 3 }
        await store.complete(
          lease,
          { kind: 'failed', code: 'timeout', message: 'too slow', status: null },
          [
            item('https://d.example/more', { parent: lease.id }),
            item('https://d.example/out', { excluded: 'depth' }),
          ],
          { notBefore: 60_000, pace },
        )
        const { sources, links } = await store.reads.sources()
        expect(sources.map(({ source }) => source)).toEqual([
          'a.example',
          'b.example',
          'c.example',
          'd.example',
        ])
        expect(sources[2]).toMatchObject({
          ...{ hosts: 1, fetched: 2, kept: 1, copies: 0, queued: 0, failed: 0, excluded: 0 },
          ...{ firstPublished: '2024-11-08', lastPublished: '2024-11-08', depth: 2, curated: null },
        })
        expect(sources[2]?.relevance).toBeCloseTo(0.45)
        expect(sources[3]).toMatchObject({
          ...{ fetched: 0, kept: 0, queued: 1, failed: 1, excluded: 1, delayMs: 2_500, failures: 3 },
          ...{ restingUntil: 60_000, errors: [{ code: 'timeout', count: 1 }], firstPublished: null },
        })
        expect(links).toEqual([
          { from: 'a.example', to: 'b.example', pages: 1 },
          { from: 'b.example', to: 'c.example', pages: 2 },
        ])
      }))

    it("return a curator's decision about a source", () =>
      onFreshStore(makeBed, async (store) => {
        await chain(store)
        const order = {
          target: { source: 'c.example' },
          decision: 'rejected',
          reason: '',
          at: '2026-01-01',
        } as const
        await store.curate(order, () => [])
        const { sources } = await store.reads.sources()
        expect(sources.map(({ curated, kept }) => [curated, kept])).toContainEqual(['rejected', 0])
      }))

    it('return the graph of kept pages with the complete path to each', () =>
      onFreshStore(makeBed, async (store) => {
        const [seed, middle, kept] = await chain(store)
        const { nodes, edges, truncated } = await store.reads.graph(10)
        expect(nodes.map(({ id, kept: isKept }) => [id, isKept])).toEqual([
          [seed, false],
          [middle, false],
          [kept, true],
        ])
        expect(edges).toEqual([
          { from: kept, to: seed, score: 0.1 },
          { from: seed, to: middle, score: 0.9 },
          { from: middle, to: kept, score: 0.8 },
        ])
        expect(truncated).toBe(false)
        expect(await store.reads.graph(2)).toEqual({ nodes: [], edges: [], truncated: true })
      }))

    it('list kept pages without copies, and read the requested ones', () =>
      onFreshStore(makeBed, async (store) => {
        await storePage(store, 'a', pageOutcome({ text: story(0), published: '2024-01-02' }))
        await storePage(store, 'b', pageOutcome({ text: `Again. ${story(0)}` }))
        await storePage(store, 'c', pageOutcome({ text: story(900) }, { relevant: false }))
        expect(await store.reads.keptPages()).toEqual([{ order: 1, published: '2024-01-02', relevance: 0.9 }])
        const read = await listOf(store.reads.summaryInputs([3, 1, 77]))
        expect(read.map(({ source, text }) => [source, text.slice(0, 7)])).toEqual([
          ['c.example', 'word900'],
          ['a.example', 'word0 w'],
        ])
        expect((await listOf(store.reads.keptKeys())).map(({ canonicalUrl }) => canonicalUrl)).toEqual([
          'https://a.example/',
        ])
      }))

    it('find the captures of a page, with the one that holds its payload', () =>
      onFreshStore(makeBed, async (store) => {
        const capture = (n: number, refersTo?: string) => ({
          location: { file: 'x.warc.gz', offset: n * 1_000, length: 500 },
          payloadDigest: 'sha256:abcdefabcdefabcdef',
          recordId: `urn:uuid:${n}`,
          ...(refersTo ? { refersTo } : { original: true }),
        })
        await storePage(store, 'a', pageOutcome({ text: 'one' }, {}, { capture: capture(1) }))
        const again = await storePage(
          store,
          'b',
          pageOutcome({ text: 'two' }, {}, { capture: capture(2, 'urn:uuid:1') }),
        )
        const none = await storePage(store, 'c', pageOutcome({ text: 'three' }))
        expect(await store.reads.pageCaptures(again)).toMatchObject([
          {
            recordId: 'urn:uuid:2',
            companionsFrom: 1_500,
            original: { recordId: 'urn:uuid:1', warc: { offset: 1_000 }, companionsFrom: 0 },
          },
        ])
        expect(await store.reads.pageCaptures(none)).toEqual([])
      }))

    it('find what a browser fetched to show a page, and no robots.txt', () =>
      onFreshStore(makeBed, async (store) => {
        const fetchedAt = new Date(0)
        const capture = (n: number) => ({
          location: { file: 'x.warc.gz', offset: n * 1_000, length: 500 },
          payloadDigest: `sha256:${n}`,
          recordId: `urn:uuid:${n}`,
        })
        const script = { url: 'https://a.example/app.js', status: 200, fetchedAt, capture: capture(1) }
        const robots = { url: 'https://b.example/robots.txt', status: 200, fetchedAt, capture: capture(3) }
        const changes = { capture: capture(2), resources: [script] }
        const id = await storePage(store, 'a', pageOutcome({ text: 'one' }, {}, changes))
        await store.putRobots({ origin: 'https://b.example', fetchedAt: 0, status: 200, body: '' }, [robots])
        const other = await storePage(store, 'b', pageOutcome({ text: 'two' }, {}, { capture: capture(4) }))
        const found = async (page: number) =>
          (await store.reads.pageCaptures(page)).map(({ recordId }) => recordId)
        expect([await found(id), await found(other)]).toEqual([['urn:uuid:2', 'urn:uuid:1'], ['urn:uuid:4']])
      }))

    it('change their version with every change, and only then', () =>
      onFreshStore(makeBed, async (store) => {
        const before = store.reads.version()
        await store.reads.sources()
        expect(store.reads.version()).toBe(before)
        await store.add([item('https://a.example/')])
        expect(store.reads.version()).not.toBe(before)
      }))

    it('know the strategy of the last run, or else the one that has learnt', () =>
      onFreshStore(makeBed, async (store) => {
        expect(await store.reads.strategy()).toBeNull()
        await store.setMeta('strategy', { name: 'best-first', order: 1, state: null })
        expect(await store.reads.strategy()).toEqual({ name: 'best-first', options: {} })
        await store.setMeta('crawl-strategy', { name: 'tabu', options: { tenure: 3 } })
        expect(await store.reads.strategy()).toEqual({ name: 'tabu', options: { tenure: 3 } })
      }))
  })
}
