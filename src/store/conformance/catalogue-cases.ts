import { expect, it } from 'vitest'
import { CAPTURE, claimOne, item, listOf, type MakeBed, onFreshStore, pageOutcome, storePage } from './bed.ts'

const WHO = [{ name: 'Red Cross', kind: 'organisation', count: 2 }] as const
const MANILA = { id: 'x:1', name: 'Manila', lat: 14.6, lon: 121, count: 3 }

export function catalogueCases(makeBed: MakeBed): void {
  it('stores a page with its verdict', () =>
    onFreshStore(makeBed, async (store, reopen) => {
      const evidence = { topic: { value: 0.8, weight: 1, because: ['storm\0', '\ud800'] } }
      await store.add([item('https://a.example/', { score: 1 })])
      const seed = await claimOne(store)
      const link = item('https://b.example/?b=2', {
        canonicalUrl: 'https://b.example/',
        parent: seed.id,
        depth: 1,
        score: 0.7,
        evidence,
        anchor: 'more',
      })
      const seedOutcome = pageOutcome({ title: 'Home' }, { relevance: 0.2, relevant: false })
      await store.complete(seed, seedOutcome, [link], { notBefore: 0 })
      const lease = await claimOne(store)
      const text = `Storm surge\0 台风 ${'and the rest of it. '.repeat(200)}`
      const outcome = pageOutcome(
        {
          title: 'Storm',
          language: 'zh',
          text,
          published: '2013-11-08',
          publishedFrom: 'meta',
          places: [MANILA],
        },
        { relevance: 0.75, evidence },
        {
          fetchedAt: new Date(86_400_000),
          capture: CAPTURE,
          textDigest: 'sha256:t',
          summary: 'A storm.',
          who: WHO,
        },
      )
      await store.complete(lease, outcome, [], { notBefore: 0 })
      const record = {
        id: lease.id,
        url: 'https://b.example/?b=2',
        canonicalUrl: 'https://b.example/',
        title: 'Storm',
        language: 'zh',
        published: '2013-11-08',
        publishedFrom: 'meta',
        places: [MANILA],
        relevance: 0.75,
        relevant: true,
        evidence,
        source: 'b.example',
        depth: 1,
        parent: 'https://a.example/',
        duplicateOf: null,
        order: 2,
        fetchedAt: '1970-01-02T00:00:00.000Z',
        status: 200,
        warc: { ...CAPTURE.location, payloadDigest: 'sha256:abc' },
        textDigest: 'sha256:t',
        summary: 'A storm.',
        who: WHO,
        linkScore: 0.7,
        linkEvidence: evidence,
        robots: null,
        kind: 'article',
        curated: null,
        text: text.replace('\0', '\ufffd'),
      }
      expect(await store.page(lease.id)).toEqual(record)
      expect(await store.page(4321)).toBeUndefined()
      expect(await listOf(store.pages())).toEqual([record])
      const all = await listOf(store.pages({ all: true }))
      expect(all.map((page) => [page.order, page.title, page.relevant, page.warc === null])).toEqual([
        [1, 'Home', false, true],
        [2, 'Storm', true, false],
      ])
      expect(await listOf((await reopen()).pages())).toEqual([record])
    }))

  it('finds the first complete capture of a payload', () =>
    onFreshStore(makeBed, async (store) => {
      const digest = (of: string) => `sha256:${of.repeat(64)}`
      const captured = (at: number, of: string, changes: object = {}) => ({
        location: { file: 'a.warc.gz', offset: at * 100, length: 50 },
        payloadDigest: digest(of),
        recordId: `urn:uuid:${at}`,
        ...changes,
      })
      await storePage(store, 'a', pageOutcome({}, {}, { capture: captured(1, '1') }))
      await storePage(store, 'b', pageOutcome({}, {}, { capture: captured(2, '2', { original: true }) }))
      await storePage(store, 'c', pageOutcome({}, {}, { capture: captured(3, '2', { original: true }) }))
      expect(await store.originalOf(digest('1'))).toBeUndefined()
      expect(await store.originalOf(`${digest('2').slice(0, -1)}0`)).toBeUndefined()
      expect(await store.originalOf(digest('2'))).toMatchObject({
        recordId: 'urn:uuid:2',
        date: '1970-01-01T00:00:00.000Z',
      })
    }))

  it('forgets missing captures and those that refer to them, and queues their pages again', () =>
    onFreshStore(makeBed, async (store) => {
      const captured = (at: number, changes: object = {}) => ({
        capture: {
          location: { file: 'a.warc.gz', offset: at * 100, length: 50 },
          payloadDigest: 'sha256:abc',
          recordId: `urn:uuid:${at}`,
          ...changes,
        },
      })
      await storePage(store, 'one', pageOutcome({ title: 'One' }, {}, captured(1, { original: true })))
      await storePage(
        store,
        'two',
        pageOutcome({ title: 'Two' }, {}, captured(2, { refersTo: 'urn:uuid:1' })),
      )
      await storePage(store, 'three', pageOutcome({ title: 'Three' }, {}, captured(3)))
      expect(await store.forgetCaptures(['urn:uuid:1', 'urn:uuid:9'])).toEqual({ captures: 2, requeued: 2 })
      expect(await store.counts()).toMatchObject({ queued: 2, done: 1, fetched: 3, kept: 3 })
      expect(await store.check()).toEqual([])
      expect(await store.originalOf('sha256:abc')).toBeUndefined()
      expect((await listOf(store.pages())).map(({ title, warc }) => [title, warc === null])).toEqual([
        ['One', true],
        ['Two', true],
        ['Three', false],
      ])
      const first = await claimOne(store)
      const outcome = pageOutcome({ title: 'One again' }, { relevant: false }, captured(4))
      expect(await store.complete(first, outcome, [], { notBefore: 0 })).toMatchObject({ state: 'again' })
      const second = await claimOne(store)
      const gone = { kind: 'failed', code: 'http-404', message: 'gone', status: 404 } as const
      expect(await store.complete(second, gone, [], { notBefore: 0 })).toMatchObject({ state: 'again' })
      expect(await store.counts()).toMatchObject({ queued: 0, done: 3, fetched: 3, kept: 2 })
      expect((await listOf(store.pages({ all: true }))).map(({ order, title }) => [order, title])).toEqual([
        [1, 'One again'],
        [2, 'Two'],
        [3, 'Three'],
      ])
    }))

  it('returns the path to a URL', () =>
    onFreshStore(makeBed, async (store) => {
      await store.add([item('https://a.example/')])
      const seed = await claimOne(store)
      const child = item('https://a.example/1', { parent: seed.id, depth: 1 })
      await store.complete(seed, pageOutcome(), [child], { notBefore: 0 })
      const lease = await claimOne(store)
      expect(await store.pathTo(lease.id)).toEqual(['https://a.example/'])
      expect(await store.pathTo(seed.id)).toEqual([])
    }))

  it('lists every capture, redirects included', () =>
    onFreshStore(makeBed, async (store) => {
      await store.add([item('https://a.example/')])
      const fetchedAt = new Date(5)
      const target = 'https://b.example/'
      const redirect = { kind: 'redirect', status: 301, target, fetchedAt, capture: CAPTURE } as const
      await store.complete(await claimOne(store), redirect, [], { notBefore: 0 })
      expect(await store.counts()).toMatchObject({ done: 1, fetched: 0 })
      expect(await listOf(store.captures())).toEqual([
        {
          id: expect.any(Number),
          url: 'https://a.example/',
          status: 301,
          fetchedAt: '1970-01-01T00:00:00.005Z',
          warc: { ...CAPTURE.location, payloadDigest: 'sha256:abc' },
          recordId: 'urn:uuid:1',
        },
      ])
      const ending = { code: 'redirect', message: target, status: 301 }
      expect(await store.explain('https://a.example/')).toMatchObject({ state: 'done', ending })
      const later = { ...CAPTURE, location: { ...CAPTURE.location, offset: 300 } }
      const other = { ...CAPTURE, location: { file: 'b.warc.gz', offset: 0, length: 7 } }
      await storePage(store, 'c', pageOutcome({}, {}, { capture: later }))
      await storePage(store, 'd', pageOutcome({}, {}, { capture: other }))
      expect([...(await store.archiveEnds())].sort()).toEqual([
        ['a.warc.gz', 320],
        ['b.warc.gz', 7],
      ])
    }))

  it('lists the resources of a rendered page, and lets later captures refer to them', () =>
    onFreshStore(makeBed, async (store) => {
      const script = {
        url: 'https://cdn.example/app.js',
        status: 200,
        fetchedAt: new Date(7),
        capture: {
          location: { file: 'a.warc.gz', offset: 500, length: 9 },
          payloadDigest: 'sha256:def',
          recordId: 'urn:uuid:2',
          original: true,
        },
      }
      await storePage(store, 'a', pageOutcome({}, {}, { capture: CAPTURE, resources: [script] }))
      const captures = await listOf(store.captures())
      expect(captures.map(({ url, recordId }) => [url, recordId])).toContainEqual([script.url, 'urn:uuid:2'])
      expect((await store.archiveEnds()).get('a.warc.gz')).toBe(509)
      expect(await store.originalOf('sha256:def')).toMatchObject({ url: script.url, recordId: 'urn:uuid:2' })
      expect(await store.counts()).toMatchObject({ done: 1, fetched: 1 })
      const { captures: gone, requeued } = await store.forgetCaptures(['urn:uuid:2'])
      expect([gone, requeued]).toEqual([1, 0])
    }))

  it('streams any number of pages, and the observations after a given one', () =>
    onFreshStore(makeBed, async (store) => {
      for (let i = 1; i <= 230; i++) {
        const verdict = { relevant: i % 2 === 0, relevance: i / 1000 }
        await storePage(store, `h${i}`, pageOutcome({ published: '2020-01-01' }, verdict))
      }
      expect((await listOf(store.pages())).map((page) => page.order)).toEqual(
        Array.from({ length: 115 }, (_, i) => 2 * (i + 1)),
      )
      const perHost = await store.pagesPerHost()
      expect(perHost.reduce((sum, { pages }) => sum + pages, 0)).toBe(230)
      const observations = await listOf(store.observations(10))
      expect(observations).toHaveLength(220)
      expect(observations[0]).toEqual({
        order: 11,
        id: 11,
        url: 'https://h11.example/',
        canonicalUrl: 'https://h11.example/',
        source: 'h11.example',
        host: 'h11.example',
        depth: 1,
        score: 0.5,
        evidence: {},
        bestParent: null,
        memo: null,
        relevance: 0.011,
        relevant: false,
        published: '2020-01-01',
        duplicateOf: null,
      })
    }))

  it('keeps notes and robots files by exact name', () =>
    onFreshStore(makeBed, async (store) => {
      expect(await store.getMeta('__proto__')).toBeUndefined()
      await store.setMeta('__proto__', { a: [1, null, 'x\0'] })
      await store.setMeta('__proto__', { a: [2, null, 'x\0'] })
      expect(await store.getMeta('__proto__')).toEqual({ a: [2, null, 'x\0'] })
      const robots = { origin: 'https://a.example', fetchedAt: 7, status: 200, body: 'User-agent: *' }
      expect(await store.getRobots(robots.origin)).toBeUndefined()
      await store.putRobots(robots)
      const capture = {
        url: 'https://a.example/robots.txt',
        status: 503,
        fetchedAt: new Date(9),
        capture: CAPTURE,
      }
      await store.putRobots({ ...robots, status: 0 }, [capture])
      expect(await store.getRobots(robots.origin)).toEqual({ ...robots, status: 0 })
      expect(await listOf(store.captures())).toMatchObject([
        { id: null, url: capture.url, status: 503, recordId: 'urn:uuid:1' },
      ])
    }))
}
