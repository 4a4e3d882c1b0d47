import { openArchive } from '../src/archive/warc-writer.ts'
import type { Collection } from '../src/collection.ts'
import { linkItems } from '../src/crawl/links/link-items.ts'
import { StrategyMemory } from '../src/crawl/memory/strategy-memory.ts'
import { TrapMemory } from '../src/crawl/memory/trap-memory.ts'
import { identityOf } from '../src/frontier/canonical-url.ts'
import type { SimulatedWeb } from '../src/lab/web/web.ts'
import { createWebFetcher } from '../src/lab/web/web-fetcher.ts'
import type { Lease, NewItem } from '../src/model/crawl.ts'
import { withDefaults } from '../src/model/crawl-specification.ts'
import type { Capture } from '../src/model/exchange.ts'
import type { PageReading } from '../src/model/page.ts'
import type { Verdict } from '../src/model/verdict.ts'
import { readPage } from '../src/page/read-page.ts'
import { createGeoparser } from '../src/place/geoparser.ts'
import { loadGazetteer } from '../src/place/load-gazetteer.ts'
import { seededRandom } from '../src/random/seeded-random.ts'
import { createStrategy } from '../src/score/registry.ts'
import { verdictOn } from '../src/score/verdict-on.ts'

/** Real pages, repeated under other URLs. */
const TEMPLATES = 200
/** Pages written to a real archive file that is never closed, as after a killed run. */
const ARCHIVED = 500
const AT_ONCE = 16
const REST_MS = 1_000
/** The run's clock: a hundred pages a second, ending an hour before now, so that the delay of every host is over. */
const STEP_MS = 10
const AGO_MS = 3_600_000

export interface BuildOptions {
  readonly urls: number
  readonly fetched: number
  readonly strategy: string
}

/** Fills an open collection with pages and queued links, and leaves it as a killed crawl would. */
export async function buildCollection(
  collection: Collection,
  web: SimulatedWeb,
  { urls, fetched, strategy: name }: BuildOptions,
): Promise<void> {
  const { store, event, archiveDir } = collection
  const random = seededRandom(1)
  const strategy = createStrategy(name, { event, random, canonical: identityOf })
  const memory = await StrategyMemory.restore(strategy, store)
  const traps = await TrapMemory.restore(store)
  const archive = await openArchive(archiveDir, { software: 'bench', event: event.name, userAgent: 'bench' })
  const fetcher = createWebFetcher(web)
  const templates = readTemplates(collection, web)
  const address = addresses(Math.round(30 * Math.sqrt(urls)), random)
  const deciders = { strategy, whyNot: () => undefined }
  const perPage = Math.ceil(urls / fetched)
  await store.add([...Array(200)].map(() => ({ ...address(), ...SEED })))
  let now = Date.now() - AGO_MS - fetched * STEP_MS
  let done = 0
  while (done < fetched) {
    now += STEP_MS * AT_ONCE
    const leases = await store.claim({ n: AT_ONCE, leaseMs: 600_000, worker: 'bench', now })
    for (const lease of leases) {
      const template = templates[done % templates.length] as Template
      template.verdict ??= verdictOn(template.page, strategy)
      const { page, verdict } = template
      const { id, canonicalUrl, url, source, host, depth, score, evidence, bestParent } = lease
      const judged = { id, canonicalUrl, page, verdict, depth, source, link: { score, evidence } }
      template.links ??= linkItems(lease, judged, deciders, withDefaults({}))
      const links = linksLike(template.links, lease, perPage, address)
      const memo = strategy.remember?.(judged, links) ?? null
      const fetchedAt = new Date(now)
      const capture =
        done < ARCHIVED ? await archive.append((await fetcher.fetch(page.url)).exchange) : claimed(done)
      const outcome = {
        kind: 'page',
        page,
        verdict,
        status: 200,
        contentType: 'text/html',
        fetchedAt,
        capture,
      } as const
      const facts = { textDigest: canonicalUrl, summary: page.title, who: [], memo }
      const pause = { notBefore: now + REST_MS }
      const { visit } = await store.complete(lease, { ...outcome, ...facts }, links, pause)
      if (!visit) throw new Error(`${url} was not stored`)
      const found = { id, url, canonicalUrl, source, host, depth, score, evidence, bestParent }
      const { relevance, relevant } = verdict
      memory.observe({
        order: visit.order,
        ...found,
        memo,
        relevance,
        relevant,
        published: page.published,
        duplicateOf: null,
      })
      traps.observe(visit)
      await memory.saveIfDue()
      await traps.saveIfDue()
      done++
      if (done % 10_000 === 0) console.error(`${done} pages, ${(await store.counts()).queued} links queued`)
    }
  }
  await store.claim({ n: AT_ONCE, leaseMs: 600_000, worker: 'bench', now: now + REST_MS })
}

const SEED = { score: 1, evidence: {}, depth: 0, parent: null, anchor: '', redirects: 0, tunnel: 0 }

/** Judged and scored once, because reading and judging are not measured here. */
interface Template {
  readonly page: PageReading
  verdict?: Verdict
  links?: readonly NewItem[]
}

function readTemplates({ event }: Collection, web: SimulatedWeb): Template[] {
  const geoparser = createGeoparser(loadGazetteer(), { favour: event.where.map((where) => where.place) })
  const templates: Template[] = []
  for (const url of web.pages()) {
    const answer = web.respond(url)
    if (answer?.status !== 200) continue
    const page = readPage(
      { url, contentType: 'text/html', body: Buffer.from(answer.body) },
      { geoparser, now: new Date() },
    )
    templates.push({ page })
    if (templates.length >= TEMPLATES) break
  }
  return templates
}

/** Host sizes follow Zipf's law: with u uniform, hosts^u is the rank of a host drawn with probability ~ 1/rank. */
function addresses(hosts: number, random: () => number) {
  let made = 0
  return (): Pick<NewItem, 'url' | 'canonicalUrl' | 'host' | 'source'> => {
    const rank = Math.floor(hosts ** random())
    const host = `www.site-${rank}.example`
    const url = `http://${host}/news/2026/11/story-${made++}-about-something-that-happened`
    return { url, canonicalUrl: url, host, source: `site-${rank}.example` }
  }
}

function linksLike(
  patterns: readonly NewItem[],
  { id, depth }: Lease,
  count: number,
  address: () => Pick<NewItem, 'url' | 'canonicalUrl' | 'host' | 'source'>,
): NewItem[] {
  if (patterns.length === 0) return []
  return [...Array(count)].map((_, i) => {
    const { excluded: _free, ...pattern } = patterns[i % patterns.length] as NewItem
    return { ...pattern, ...address(), parent: id, depth: depth + 1 }
  })
}

/** In files that a real crawl would have filled and closed: they are not read on resuming. */
function claimed(done: number): Capture {
  const file = `EVENTIDE-20260101000000000-${String(Math.floor(done / 10_000)).padStart(5, '0')}-00000000.warc.gz`
  const location = { file, offset: (done % 10_000) * 20_000, length: 20_000 }
  return { location, payloadDigest: `sha1:${done}`, recordId: `urn:uuid:${done}` }
}
