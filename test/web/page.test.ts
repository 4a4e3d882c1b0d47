import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeWithChromium, PATIENCE_MS } from '../support/chromium.ts'
import { DESKTOP, openWebHarness, PHONE, scrollsSideways, type WebHarness } from './web-harness.ts'

const HOSTILE = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202Egnp.exe'

/** A transparent picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Polls for a state, with patience for a busy machine. */
const until = <T>(probe: () => T | Promise<T>, message?: string) =>
  expect.poll(probe, { timeout: 30_000, message })

let harness: WebHarness
let page: Page
const open = async (path: string, options: Parameters<WebHarness['open']>[1] = {}) => {
  page = await harness.open(path, { reducedMotion: 'reduce', ...options })
  return page
}

interface Hit {
  page: number
  title: string
  url: string
  source: string
  places: { name: string }[]
}

async function hits(query: string): Promise<Hit[]> {
  const found = (await (await fetch(`${harness.url}/api/search?limit=20&${query}`)).json()) as { hits: Hit[] }
  return found.hits
}

const linkTo = (url: string) => `a[href*="/l/"][href*="/${encodeURIComponent(url)}?visit="]`

/** A page whose archived copy links to another page of the collection and to a URL that is none. */
async function linkedPages() {
  for (const { page: from } of await hits('in=example')) {
    const view = await json<{ replayUrl: string }>(`/api/collections/example/pages/${from}`)
    const html = await (await fetch(view.replayUrl)).text()
    const urls = [...html.matchAll(/\/l\/[\w-]{22}\/([^"]+)"/g)].map(([, encoded]) =>
      decodeURIComponent(encoded!),
    )
    const found = await Promise.all(
      urls.map(async (url) => ({
        url,
        page: (
          await json<{ page: number | null }>(
            `/api/collections/example/lookup?url=${encodeURIComponent(url)}`,
          )
        ).page,
      })),
    )
    const stored = found.find((link) => link.page !== null && link.page !== from)
    const absent = found.find((link) => link.page === null)
    if (!stored || !absent) continue
    const { title } = await json<{ title: string }>(`/api/collections/example/pages/${stored.page}`)
    return { from, stored: { ...stored, title }, absent: absent.url }
  }
  throw new Error('No page of the example links to a stored and to an absent page')
}

const json = async <T>(path: string) => (await (await fetch(harness.url + path)).json()) as T

/** Replaces every string of a reply that a site may have written by a hostile one. */
const WRITTEN = /^(?:title|url|name|label|source|text|anchor|summary|file|overview|because)$/

function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return key === 'url' ? 'javascript:window.hacked=1' : WRITTEN.test(key) ? HOSTILE : value
  if (Array.isArray(value)) return value.map((one) => poisoned(one, key === 'names' ? 'name' : key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, name)]))
}

describeWithChromium('page, map, timeline and compare screens', () => {
  beforeAll(async () => {
    harness = await openWebHarness()
    await cp(join(harness.folder, 'example'), join(harness.folder, 'second'), { recursive: true })
  }, PATIENCE_MS)
  afterEach(async () => {
    expect(harness.complaints()).toEqual([])
    await page.context().close()
  })
  afterAll(() => harness?.close())

  it('shows the text of a page, its places, the verdict and how it was found', async () => {
    const [first] = await hits('in=example&q=surge')
    await open(`/c/example/pages/${first!.page}`)
    await page.getByRole('heading', { level: 1, name: first!.title }).waitFor()
    const mark = page.locator('.place-mark').first()
    await mark.focus()
    const place = (await mark.getAttribute('data-tip'))!
    await until(() => page.locator('.map-pin[data-lit="true"]').count()).toBe(1)
    await mark.click()
    await until(() => page.locator('.page-places .chip[aria-pressed="true"]').textContent()).toContain(place)
    const why = page.getByRole('region', { name: 'Why it was kept' })
    expect(await why.getByRole('meter', { name: 'Relevance' }).getAttribute('aria-valuetext')).toMatch(
      /threshold 0\.\d\d/,
    )
    expect(await why.locator('.evidence > li').count()).toBeGreaterThan(2)
    expect(await why.locator('.because').first().textContent()).not.toBe('')
    expect(await why.textContent()).toContain('Strategy: adaptive')
    const path = page.locator('.found-path > li')
    expect(await path.first().textContent()).toContain('seed')
    expect(await path.last().textContent()).toContain(first!.title)
    await page.getByRole('tab', { name: 'BibTeX' }).click()
    expect(await page.locator('.copied pre').first().textContent()).toMatch(/^@\w+\{/)
    expect(await page.locator('.copied pre').last().textContent()).toBe(
      `${harness.url}/c/example/pages/${first!.page}`,
    )
  })

  it('shows the archived copy from another origin, in a sandbox without permissions', async () => {
    const [first] = await hits('in=example&q=surge')
    await open(`/c/example/pages/${first!.page}`)
    await page.getByRole('tab', { name: 'Archived copy' }).click()
    const frame = page.locator('iframe')
    expect(await frame.getAttribute('sandbox')).toBe('')
    const copy = page.frameLocator('iframe').locator('body')
    await until(() => copy.textContent()).toContain('surge')
    const origins = page.frames().map((one) => new URL(one.url()).origin)
    expect(origins).toEqual([new URL(harness.url).origin, new URL(harness.replayUrl).origin])
    expect(origins[0]).not.toBe(origins[1])
  })

  it('opens a link of an archived page in the archive, or says that it is not in the collection', async () => {
    const { from, stored, absent } = await linkedPages()
    await open(`/c/example/pages/${from}?show=copy`)
    const outside: string[] = []
    page.context().on('request', (request) => {
      if (![harness.url, harness.replayUrl].includes(new URL(request.url()).origin))
        outside.push(request.url())
    })
    const copy = page.frameLocator('iframe')
    await copy.locator(linkTo(stored.url)).first().click()
    await page.waitForURL(`**/c/example/pages/${stored.page}?show=copy`)
    await page.getByRole('heading', { level: 1, name: stored.title }).waitFor()
    await until(() => copy.locator('title').textContent()).toBe(stored.title)
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    await page.goBack()
    await page.waitForURL(`**/c/example/pages/${from}?show=copy`)
    await copy.locator(linkTo(absent)).first().click()
    await page.getByRole('heading', { name: 'Not in this collection' }).waitFor()
    expect(await page.locator('.looked-up').textContent()).toBe(absent)
    expect(await page.locator('main a').count()).toBe(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.waitForURL(`**/c/example/pages/${from}?show=copy`)
    await until(() => copy.locator(linkTo(absent)).count()).toBeGreaterThan(0)
    expect(outside).toEqual([])
  })

  it('records a decision with its reason, unless the library is read-only', async () => {
    const [first] = await hits('in=second&q=surge')
    await open(`/c/second/pages/${first!.page}`)
    await page.getByRole('textbox', { name: 'Reason' }).fill('about another storm')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('rejected by a curator').waitFor()
    await page.locator('q', { hasText: 'about another storm' }).waitFor()
    await page.getByRole('button', { name: 'Undo decision' }).click()
    await until(() => page.getByText('rejected by a curator').count()).toBe(0)
    await page.route('**/api/about', async (route) => {
      const response = await route.fetch()
      const about = (await response.json()) as object
      await route.fulfill({ response, json: { ...about, mayWrite: false } })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Duplicates' }).waitFor()
    expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0)
  })

  it('marks the language of the text, and sets Arabic from right to left', async () => {
    const [chinese] = await hits('in=example&lang=zh')
    await open(`/c/example/pages/${chinese!.page}`)
    const text = page.locator('.page-text')
    await text.waitFor()
    expect([await text.getAttribute('lang'), await text.getAttribute('dir')]).toEqual(['zh', 'ltr'])
    await page.route(`**/api/collections/example/pages/${chinese!.page}`, async (route) => {
      const response = await route.fetch()
      const view = (await response.json()) as object
      const arabic = { language: 'ar', title: 'إعصار يضرب الساحل', text: 'ضرب إعصار الساحل.', placeMarks: [] }
      await route.fulfill({ response, json: { ...view, ...arabic } })
    })
    await page.reload()
    await until(() => text.getAttribute('lang')).toBe('ar')
    expect(await page.evaluate('getComputedStyle(document.querySelector(".page-text")).direction')).toBe(
      'rtl',
    )
  })

  it('shows the pages of a place selected on the map', async () => {
    await open('/c/example/map')
    await page.getByText(/^Places in view \([1-9]/).click()
    await until(async () => {
      // A cluster opens until a place is left to be picked.
      if (!page.url().includes('place=')) await page.locator('.map-places li button').last().click()
      return page.url()
    }).toContain('place=')
    const place = new URL(page.url()).searchParams.get('place')
    const expected = await hits(`in=example&place=${place}`)
    await until(() => page.locator('.hit-list a').allTextContents()).toEqual(
      expected.map(({ title }) => title),
    )
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('Select a place on the map').waitFor()
  })

  it('draws the tiles of a configured server with their attribution', async () => {
    await open('/nowhere')
    await page.route('**/api/about', async (route) => {
      const response = await route.fetch()
      const tiles = { url: `${harness.url}/tiles/{z}/{x}/{y}.png`, attribution: HOSTILE }
      await route.fulfill({ response, json: { ...((await response.json()) as object), tiles } })
    })
    const requested: string[] = []
    await page.route('**/tiles/**', (route) => {
      requested.push(new URL(route.request().url()).pathname)
      return route.fulfill({ contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') })
    })
    await page.goto(`${harness.url}/c/example/map`)
    await until(() => page.locator('.map-source').textContent()).toBe(HOSTILE)
    await until(() => requested.length).toBeGreaterThan(0)
    expect(requested.every((path) => /^\/tiles\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true)
  })

  it('shows the pages of the dates brushed on the timeline', async () => {
    await open('/c/example/timeline')
    const last = page.getByRole('slider', { name: 'Last day' })
    await last.press('Home')
    await until(() => page.url()).toContain('to=')
    const { from, to } = Object.fromEntries(new URL(page.url()).searchParams)
    await page.getByRole('combobox', { name: 'Which pages' }).selectOption('all')
    const expected = await hits(`in=example&verdict=all&sort=oldest&from=${from}&to=${to}`)
    await until(() => page.locator('.hit-list a').allTextContents()).toEqual(
      expected.map(({ title }) => title),
    )
    expect(expected.length).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'All dates' }).click()
    await until(() => page.url()).not.toContain('from=')
  })

  it('compares collections side by side', async () => {
    await open('/compare')
    const table = page.getByRole('table', { name: 'Collections side by side' })
    await table.waitFor()
    const heads = await table.getByRole('columnheader').allTextContents()
    expect(heads.filter(Boolean)).toEqual([
      expect.stringContaining('(example)'),
      expect.stringContaining('(second)'),
    ])
    expect(await page.getByRole('table', { name: 'Overlap of the collections' }).textContent()).toMatch(
      /[1-9]/,
    )
    await until(() => page.locator('.series-line').count()).toBe(2)
    await page.getByRole('button', { name: /second/ }).click()
    await page.getByRole('heading', { name: 'Select at least two collections' }).waitFor()
  })

  it('shows hostile titles, URLs and places as text on every screen', async () => {
    await open('/nowhere')
    await page.route(/\/api\/(?!about)/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: poisoned(await response.json()) })
    })
    const [first] = await hits('in=example&q=surge')
    const screens = [
      ['/library?q=surge', '.result-link'],
      [`/c/example/pages/${first!.page}`, 'h1'],
      ['/c/example/map?place=iso:PH', '.hit-list a'],
      ['/c/example/timeline', '.hit-list a'],
      ['/compare', '.compare-table li a'],
    ] as const
    for (const [path, where] of screens) {
      await page.goto(harness.url + path)
      await until(() => page.locator(where).first().textContent(), path).toContain('<img src=x')
      const bad = 'main img, main script, [onerror], a[href^="javascript:"], iframe[src^="javascript:"]'
      expect(await page.locator(bad).count(), path).toBe(0)
      expect(await page.evaluate('window.hacked'), path).toBeUndefined()
      await page.setViewportSize(PHONE)
      await until(() => scrollsSideways(page), path).toBe(false)
      await page.setViewportSize(DESKTOP)
    }
  })
})
