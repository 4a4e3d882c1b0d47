import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import { lineOfRecord } from '../../src/library/page-line.ts'
import { searchLibrary } from '../../src/library/search.ts'
import { eventNamed, WORLD } from '../../src/library/test-library.ts'
import type { PageRecord } from '../../src/store/records.ts'
import { type Answer, PolitenessHarness } from '../crawl/politeness-harness.ts'

const NOON = Date.UTC(2026, 10, 16, 12)
const SECRET = 'fine words that nobody may keep a copy of'
const SEEDS = ['plain', 'meta', 'ours', 'theirs', 'header', 'gone', 'later', 'noindex', 'nofollow', 'error']

/** Robots directives of each page. */
const HEADERS = new Map<string, string[]>([
  ['/header', ['otherbot: noindex', 'Eventide: noarchive, nofollow']],
  ['/theirs', ['otherbot: noarchive']],
  ['/gone', ['unavailable_after: Mon, 01 Jun 2026 00:00:00 GMT']],
  ['/later', ['unavailable_after: 2027-06-01']],
  ['/nofollow', ['nofollow']],
  ['/error', ['noarchive']],
])
const META = new Map([
  ['/meta', '<meta name="robots" content="noarchive">'],
  ['/ours', '<meta name="eventide" content="NOARCHIVE">'],
  ['/noindex', '<meta name="robots" content="noindex">'],
])

function answer({ pathname }: URL): Answer | undefined {
  if (pathname === '/robots.txt')
    return { status: 200, body: 'User-agent: *\nDisallow: /never\nAllow: /plain' }
  const robotsHeaders = (HEADERS.get(pathname) ?? []).map((value) => ['X-Robots-Tag', value] as const)
  const head = `<title>Title of ${pathname}</title>${META.get(pathname) ?? ''}`
  const link = `<a href="/from${pathname}">a fine link</a>`
  return {
    status: pathname === '/error' ? 404 : 200,
    headers: [['Content-Type', 'text/html'], ...robotsHeaders],
    body: `${head}<p>${SECRET} ${pathname}</p>${link}`,
  }
}

let harness: PolitenessHarness
beforeEach(async () => {
  harness = await PolitenessHarness.make(NOON)
})
afterEach(() => harness.remove())

async function crawl(ignoreNoarchive: boolean) {
  const seeds = SEEDS.map((path) => `http://a.example/${path}`)
  expect(await harness.run({ answer }, { seeds, crawl: { ignoreNoarchive }, archived: true })).toBe(
    'exhausted',
  )
  const pages = new Map<string, PageRecord>()
  const store = await harness.open()
  for await (const page of store.pages({ all: true })) pages.set(new URL(page.url).pathname, page)
  const found = await searchLibrary(
    [{ id: 'x', event: eventNamed('x'), store }],
    { q: 'copy' },
    { sort: 'relevance', limit: 100, offset: 0 },
    WORLD,
  )
  await store.close()
  const archived: string[] = []
  for (const file of await readdir(harness.archiveDir)) {
    for await (const event of readWarcFile(join(harness.archiveDir, file))) {
      if (event.kind === 'record' && ['response', 'revisit'].includes(event.record.type))
        archived.push(new URL(event.record.url).pathname)
    }
  }
  return { pages, found, archived }
}

describe('4.10 noarchive', () => {
  it('judges and lists pages with noarchive, but neither archives nor shows them', async () => {
    const { pages, found, archived } = await crawl(false)
    const withheld = [...pages].flatMap(([path, page]) => (page.robots?.withheld ? [path] : []))
    expect(withheld.sort()).toEqual(['/gone', '/header', '/meta', '/ours'])
    for (const path of withheld) {
      const page = pages.get(path)
      expect(page).toMatchObject({
        relevant: true,
        title: `Title of ${path}`,
        warc: null,
        text: '',
        summary: '',
      })
      expect(archived).not.toContain(path)
      expect(JSON.stringify(page && lineOfRecord(page))).not.toContain(SECRET)
      // It can be found by its words, but its text is not shown.
      const hit = found.hits.find((one) => one.url.endsWith(path))
      expect(hit?.snippet.text).toBe('')
    }
    for (const path of ['/plain', '/theirs', '/later', '/noindex', '/nofollow'])
      expect(archived).toContain(path)
    expect(archived).toContain('/robots.txt')
    expect(archived).not.toContain('/error')
    expect(pages.get('/plain')?.text).toContain(SECRET)
  })

  it('records the directive, where it came from and the robots.txt rule that allowed the page', async () => {
    const { pages } = await crawl(false)
    const robots = (path: string) => pages.get(path)?.robots
    expect(robots('/meta')).toEqual({
      noindex: false,
      nofollow: false,
      noarchive: true,
      because: ['meta robots: noarchive'],
      allowedBy: null,
      withheld: true,
    })
    expect(robots('/header')?.because).toEqual(['X-Robots-Tag: noarchive', 'X-Robots-Tag: nofollow'])
    expect(robots('/later')).toMatchObject({ noarchive: false, withheld: false })
    expect(robots('/noindex')).toMatchObject({ noindex: true, withheld: false })
    expect(robots('/plain')).toMatchObject({ allowedBy: 'Allow: /plain (line 3)', because: [] })
    expect(robots('/theirs')).toBeNull()
    const page = pages.get('/gone')
    expect(page && lineOfRecord(page).robots?.because).toEqual([
      'X-Robots-Tag: unavailable_after: Mon, 01 Jun 2026 00:00:00 GMT',
    ])
  })

  it('obeys nofollow in a header as in a page', async () => {
    await crawl(false)
    const ending = async (path: string) =>
      (await harness.explain(`http://a.example/from${path}`))?.ending?.code
    expect(await ending('/nofollow')).toBe('nofollow')
    expect(await ending('/header')).toBe('nofollow')
    expect(await ending('/meta')).toBeUndefined()
  })

  it('can be overridden, which is recorded', async () => {
    const { pages, archived } = await crawl(true)
    expect(archived).toEqual(expect.arrayContaining(['/meta', '/ours', '/header', '/gone', '/error']))
    expect(pages.get('/meta')).toMatchObject({ robots: { noarchive: true, withheld: false } })
    expect(pages.get('/meta')?.text).toContain(SECRET)
  })
})
