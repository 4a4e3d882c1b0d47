import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseEvent } from '../../event/event-file.ts'
import type { Place } from '../../model/place.ts'
import { strategyCatalog } from '../../score/strategy-spec.ts'
import { createExampleWeb } from './example-web.ts'
import type { SimulatedWeb, Truth } from './web.ts'

const web = createExampleWeb()
const everyPage = [...web.pages()]
const truths = new Map(everyPage.map((url) => [url, web.truth(url)]))

/**
 * Links that a crawler would follow, extracted without a parser, so that the test depends on nothing else.
 */
const found = new Map<string, string[]>()
const statuses = new Map<string, number>()
function linksOf(of: SimulatedWeb, url: string): string[] {
  const known = found.get(url)
  if (known) return known
  const response = of.respond(url)
  statuses.set(url, response?.status ?? 0)
  const location = response?.headers.find(([name]) => name === 'Location')?.[1]
  const text = Buffer.from(response?.body ?? []).toString('latin1')
  const hrefs = [...text.matchAll(/<a href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'))
  const links = [...hrefs, ...(location ? [location] : [])].map((href) => new URL(href, url).href)
  found.set(url, links)
  return links
}

function samplePages(urls: readonly string[], count: number): string[] {
  const step = Math.max(1, Math.floor(urls.length / count))
  return urls.filter((_, i) => i % step === 0).slice(0, count)
}

function digest(of: SimulatedWeb, urls: readonly string[]): string {
  const hash = createHash('sha256')
  for (const url of urls) {
    const response = of.respond(url)
    hash.update(JSON.stringify([url, response?.status, response?.headers])).update(response?.body ?? '')
  }
  return hash.digest('hex')
}

function share(urls: readonly string[], matches: (truth: Truth) => boolean): number {
  const known = urls.map((url) => web.truth(url)).filter((truth) => truth !== null)
  return known.filter(matches).length / known.length
}

/** Every URL that a breadth-first crawl from the seeds encounters. */
function walk(): string[] {
  const seen = new Set<string>(web.seeds)
  const queue = [...web.seeds]
  for (let i = 0; i < queue.length && i < 2 * web.size; i++) {
    for (const link of linksOf(web, queue[i]!)) {
      // The traps are endless: this crawl does not enter them.
      if (seen.has(link) || /\/(calendar|browse|gallery|print|post)\b|sid=/.test(link)) continue
      seen.add(link)
      queue.push(link)
    }
  }
  return queue
}
const walked = walk()

describe('createExampleWeb', () => {
  it('returns the same bytes for the same seed and size, in any order of requests', () => {
    const urls = samplePages(everyPage, 150)
    const again = createExampleWeb()
    for (const url of urls.toReversed()) again.respond(url)
    expect(digest(again, urls)).toBe(digest(web, urls))
  })

  it('returns another web for another seed', () => {
    const other = createExampleWeb({ seed: 2 })
    const urls = samplePages([...other.pages()], 100)
    expect(digest(other, urls)).not.toBe(digest(web, samplePages(everyPage, 100)))
    expect(urls.filter((url) => truths.has(url)).length).toBeLessThan(urls.length / 2)
  })

  it('lists about the requested number of pages, each once and canonical', () => {
    expect(everyPage.length).toBeGreaterThan(web.size * 0.85)
    expect(everyPage.length).toBeLessThan(web.size * 1.15)
    expect(new Set(everyPage).size).toBe(everyPage.length)
    expect([...truths.values()].filter((truth) => truth?.duplicateOf !== undefined)).toEqual([])
  })

  it('answers every page with 200, except a few that always fail', () => {
    const failing = everyPage.filter((url) => statuses.has(url) && statuses.get(url) !== 200)
    expect(failing.length).toBeLessThan(10)
    for (const url of failing) expect(web.truth(url)).toBeNull()
  })

  it('links only to pages and deliberate errors', () => {
    const broken = walked.filter((url) => {
      const status = statuses.get(url) ?? 0
      const deliberate = url.includes('/removed/') || url.includes('trackwell') || status === 500
      return !deliberate && (status < 200 || status >= 400)
    })
    expect(walked.length).toBeGreaterThan(web.size)
    expect(broken).toEqual([])
  })

  it('has the requested share of relevant pages and many look-alikes', () => {
    const all = [...truths.values()].filter((truth) => truth !== null)
    const relevant = all.filter((truth) => truth.relevant)
    expect(relevant.length / all.length).toBeGreaterThan(0.04)
    expect(relevant.length / all.length).toBeLessThan(0.06)
    for (const relation of ['same-kind', 'same-place', 'other-year', 'other-crisis', 'background']) {
      expect(
        all.filter((truth) => truth.relation === relation && truth.kind === 'article').length,
      ).toBeGreaterThan(40)
    }
    expect(all.every((truth) => truth.relevant === (truth.relation === 'target'))).toBe(true)
    expect(new Set(relevant.map(({ language }) => language))).toContain('zh')
    expect(all.filter((truth) => truth.nearDuplicateOf !== undefined).length).toBeGreaterThan(80)
  })

  it('accepts the share of relevant pages as an option', () => {
    const dense = createExampleWeb({ relevantShare: 0.12 })
    const relevant = [...dense.pages()].filter((url) => dense.truth(url)?.relevant)
    expect(relevant.length / dense.size).toBeGreaterThan(0.1)
  })

  it('describes its target in an event file that the program can read', () => {
    const resolve = (name: string): Place => ({
      id: `test:${name}`,
      name,
      level: 'town',
      lat: 0,
      lon: 0,
      population: 0,
      country: 'PH',
      parents: [],
    })
    const event = parseEvent(web.event, {
      places: { resolve, suggest: () => [] },
      strategies: strategyCatalog,
    })
    expect(event.what.length).toBe(10)
    expect(event.seeds).toEqual(web.seeds)
    const first = [...truths.values()]
      .flatMap((truth) => (truth?.relevant && truth.day ? [truth.day] : []))
      .sort()[0]
    expect(event.when.start! <= first!).toBe(true)
  })

  it('has pages of realistic size', () => {
    const sizes = samplePages(everyPage, 300).map((url) => web.respond(url)?.body.length ?? 0)
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    expect(mean).toBeGreaterThan(20_000)
    expect(mean).toBeLessThan(45_000)
    expect(Math.max(...sizes)).toBeGreaterThan(1.5 * Math.min(...sizes.filter((size) => size > 1000)))
  })

  it('has topical locality: relevant pages link to relevant pages far more often than others do', () => {
    const fromRelevant: string[] = []
    const fromOthers: string[] = []
    for (const [url, truth] of truths) {
      if (truth?.kind !== 'article') continue
      if (truth.relevant) fromRelevant.push(...linksOf(web, url))
      else if (fromOthers.length < 20_000) fromOthers.push(...linksOf(web, url))
    }
    const relevant = share(fromRelevant, (truth) => truth.relevant)
    const others = share(fromOthers, (truth) => truth.relevant)
    expect(relevant).toBeGreaterThan(0.15)
    expect(relevant).toBeLessThan(0.7)
    expect(relevant).toBeGreaterThan(4 * others)
    expect(others).toBeGreaterThan(0)
  })

  it('has nine tenths of its relevant pages within reach of a breadth-first crawl from its seeds', () => {
    const seen = new Set(walked)
    const relevant = everyPage.filter((url) => truths.get(url)?.relevant)
    const reached = relevant.filter((url) => seen.has(url))
    expect(reached.length / relevant.length).toBeGreaterThan(0.9)
    expect(web.seeds.length).toBeGreaterThan(5)
    expect(web.seeds.map((url) => web.respond(url)?.status)).toEqual(web.seeds.map(() => 200))
  })

  it('hides some relevant pages behind irrelevant ones', () => {
    const pointed = new Set<string>()
    for (const [url, truth] of truths) {
      if (truth?.relevant) for (const link of linksOf(web, url)) pointed.add(link)
    }
    const hidden = everyPage.filter((url) => truths.get(url)?.relevant && !pointed.has(url))
    expect(hidden.length).toBeGreaterThan(0)
  })

  it('has a million pages without keeping them in memory', () => {
    const before = process.memoryUsage().heapUsed
    const large = createExampleWeb({ pages: 1_000_000 })
    const urls: string[] = []
    let i = 0
    for (const url of large.pages()) {
      if (i++ % 97 === 0) urls.push(url)
      if (urls.length === 60) break
    }
    for (const url of urls) expect(large.respond(url)?.status ?? 0).toBeGreaterThanOrEqual(200)
    expect(large.seeds.every((url) => large.truth(url) !== null)).toBe(true)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1024 * 1024)
  })

  it('answers hostile URLs without throwing', () => {
    const host = new URL(web.seeds[0]!).host
    for (const url of [
      '',
      'nonsense',
      'ftp://x/',
      'http://[::1]/',
      `http://${host}/%00%ff`,
      `http://${host}/2024/13/99/x/`,
      `http://${host}/print/999999999`,
      `http://${host}/archive/2024/?page=-1`,
      `http://${host}/${'a/'.repeat(3000)}`,
      `http://${host}/__proto__/`,
      `http://${host}/tag/constructor/`,
      'http://lnk.example/zzz-zzzzzz',
    ]) {
      const response = web.respond(url)
      expect(response === null || response.status >= 300).toBe(true)
      expect(web.truth(url)).toBeNull()
    }
  })
})
