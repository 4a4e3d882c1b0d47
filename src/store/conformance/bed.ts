import type { Lease, NewItem, Outcome } from '../../model/crawl.ts'
import type { PageReading } from '../../model/page.ts'
import type { Verdict } from '../../model/verdict.ts'
import type { ClaimRequest, Store } from '../store.ts'

/** The location of one store, which is opened, closed, reopened and finally removed. */
interface StoreBed {
  /** `now` is the clock given to the store when it is opened. */
  open(now?: () => number): Promise<Store>
  remove(): Promise<void>
}

export type MakeBed = () => Promise<StoreBed>

/** Runs a case on a new store, then checks that the store is consistent. */
export async function onFreshStore(
  makeBed: MakeBed,
  use: (store: Store, reopen: () => Promise<Store>) => Promise<void>,
): Promise<void> {
  const bed = await makeBed()
  let store = await bed.open(() => 0)
  try {
    await use(store, async () => {
      await store.close()
      store = await bed.open(() => 0)
      return store
    })
    const problems = await store.check()
    if (problems.length) throw new Error(`the store is not sound: ${problems.join('; ')}`)
  } finally {
    await store.close()
    await bed.remove()
  }
}

/** As people name it. */
export function seed(url: string, changes: Partial<NewItem> = {}): NewItem {
  return item(url, { depth: 0, score: 1, ...changes })
}

/** A link. Its parent matters to few cases; null counts as one more parent. */
export function item(url: string, changes: Partial<NewItem> = {}): NewItem {
  const { host } = new URL(url)
  return {
    url,
    canonicalUrl: url,
    host,
    source: host.split('.').slice(-2).join('.'),
    score: 0.5,
    evidence: {},
    depth: 1,
    parent: null,
    anchor: '',
    redirects: 0,
    tunnel: 0,
    ...changes,
  }
}

export function request(changes: Partial<ClaimRequest> = {}): ClaimRequest {
  return { n: 1, leaseMs: 60_000, worker: 'w', now: 0, ...changes }
}

/** Claims the next URL; throws if there is none. */
export async function claimOne(store: Store, now = 0): Promise<Lease> {
  const [lease] = await store.claim(request({ now }))
  if (!lease) throw new Error('nothing could be claimed')
  return lease
}

const EMPTY = { text: '', terms: [] }

function reading(changes: Partial<PageReading> = {}): PageReading {
  const text = changes.text ?? ''
  return {
    url: 'https://a.example/',
    title: '',
    description: '',
    language: 'en',
    charset: 'utf-8',
    charsetFrom: 'header',
    text,
    mainText: text,
    groups: { head: EMPTY, heading: EMPTY, emphasis: EMPTY, body: EMPTY, other: EMPTY },
    links: [],
    divisions: [],
    canonical: null,
    robots: { noindex: false, nofollow: false, noarchive: false, because: [] },
    refresh: null,
    form: 'page',
    published: null,
    publishedFrom: 'none',
    places: [],
    truncated: false,
    ...changes,
  }
}

export const CAPTURE = {
  location: { file: 'a.warc.gz', offset: 10, length: 20 },
  payloadDigest: 'sha256:abc',
  recordId: 'urn:uuid:1',
}

type PageOutcome = Extract<Outcome, { kind: 'page' }>

export function pageOutcome(
  page: Partial<PageReading> = {},
  verdict: Partial<Verdict> = {},
  changes: Partial<PageOutcome> = {},
): PageOutcome {
  return {
    kind: 'page',
    page: reading(page),
    verdict: { relevance: 0.9, relevant: true, evidence: {}, ...verdict },
    status: 200,
    contentType: 'text/html',
    fetchedAt: new Date(0),
    capture: null,
    textDigest: 'sha256:0',
    summary: '',
    who: [],
    memo: null,
    ...changes,
  }
}

/** Adds a page and completes it. Each has its own host, so that none waits for another. */
export async function storePage(store: Store, name: string, outcome: PageOutcome): Promise<number> {
  await store.add([item(`https://${name}.example/`)])
  const lease = await claimOne(store)
  await store.complete(lease, outcome, [], { notBefore: 0 })
  return lease.id
}

export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of items) list.push(one)
  return list
}
