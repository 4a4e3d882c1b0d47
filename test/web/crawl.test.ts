import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { escapeHtml } from '../../src/html/escape-html.ts'
import { respond } from '../hostile-web/respond.ts'
import { type HostileWeb, startHostileWeb } from '../hostile-web/server.ts'
import { openServeHarness } from '../serve/serve-harness.ts'
import { describeWithChromium } from '../support/chromium.ts'
import { openWebHarness, PHONE, scrollsSideways, type WebHarness } from './web-harness.ts'

const HOSTILE = '"><img src=x onerror="document.title=1"></script><b>台风\u202e'

/** A crawl in a process of its own takes its time to begin on a busy machine. */
const PATIENCE_MS = 90_000

let web: HostileWeb
let harness: WebHarness
let page: Page

const open = async (path: string, options: Parameters<WebHarness['open']>[1] = {}) => {
  page = await harness.open(path, options)
  page.setDefaultTimeout(PATIENCE_MS)
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const tab = (name: string) => page.getByRole('tab', { name })
/** Waits until the screen shows this state of the crawl. */
const state = (name: string) =>
  page.locator('.screen-head .chip', { hasText: new RegExp(`^${name}$`) }).waitFor()

const isFocused = async (target: Locator) => (await target.and(page.locator(':focus')).count()) === 1

/** Presses Tab until the focus is there, as a keyboard user. */
async function tabTo(target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 200; pressed++) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached with Tab`)
}

/** A figure of the crawl. */
async function figure(name: string): Promise<number> {
  const text = await page.locator('.crawl-figures > div', { hasText: name }).locator('dd').textContent()
  return Number(text?.replace(/\D/g, ''))
}

/** Waits until a figure is more than it was. */
const rises = (name: string, from: number) =>
  expect.poll(() => figure(name), { timeout: PATIENCE_MS }).toBeGreaterThan(from)

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin: harness.url }
  const response = await fetch(harness.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const said: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(said))
  return said
}

async function saved(press: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

describeWithChromium('crawl, sources, graph and summary screens', () => {
  beforeAll(async () => {
    web = await startHostileWeb({
      routes: {
        '/page': (socket, { path }) => {
          const next = Number(path.split('/')[2]) + 1
          const text = escapeHtml(HOSTILE)
          const body = `<title>${text} ${next}</title><p>flood flood ${text} <a href="/page/${next}">${text} flood</a> <a href="/gone/${next}">flood</a></p>`
          const missing = next > 6 ? 404 : 200
          respond(socket, missing, { 'Content-Type': 'text/html; charset=utf-8' }, body)
        },
      },
    })
    harness = await openWebHarness({
      network: { allowPrivate: true, resolve: [`*:${web.port}:127.0.0.1`] },
    })
  }, 2 * PATIENCE_MS)
  afterEach(async () => {
    expect(harness.complaints()).toEqual([])
    await page.context().close()
  })
  afterAll(async () => {
    await harness?.close()
    await web?.close()
  })

  it('continues a crawl of the example web, pauses it, changes its budget, resumes it and stops it', async () => {
    await open('/c/example/crawl')
    await state('not running')
    const first = await figure('Fetched')
    await tab('Settings and seeds').click()
    await page.getByLabel('Concurrency').fill('none')
    await page.getByText('Must be a whole number from 1 to 1000.').waitFor()
    await page.getByLabel('Concurrency').fill('1')
    await page.getByLabel('Pages', { exact: true }).fill('100000')
    await button('Save settings').click()
    await page.getByText('Settings saved.').first().waitFor()

    await button('Continue').click()
    await state('running')
    await rises('Fetched', first)
    await page.locator('.verdicts > li').first().waitFor()
    expect(await page.locator('.harvest svg').getAttribute('aria-label')).toMatch(/fetched pages kept/)
    await button('Pause').click()
    await state('paused')
    await page.getByText('No pages in progress.').waitFor()

    const budget = (await figure('Fetched')) + 20
    await tab('Settings and seeds').click()
    await page.getByLabel('Pages', { exact: true }).fill(String(budget))
    await page.getByText('Applied at once: Pages.').waitFor()
    await button('Apply to the running crawl').click()
    await page.getByText('Settings applied to the running crawl.').first().waitFor()
    await button('Resume').click()
    await state('not running')
    expect(await figure('Fetched')).toBe(budget)
    await page.locator('.screen-head', { hasText: 'the page budget is used up' }).waitFor()

    await page.getByLabel('More pages', { exact: true }).fill('5000')
    await button('Continue').click()
    await state('running')
    await rises('Fetched', budget)
    await button('Stop').click()
    await page
      .getByRole('dialog', { name: 'Stop this crawl?' })
      .getByRole('button', { name: 'Keep running' })
      .click()
    await button('Stop').click()
    await button('Stop crawl').click()
    await state('not running')
    await page.locator('.screen-head', { hasText: 'stopped; start it again' }).waitFor()
    await page.locator('.crawl-switcher summary').click()
    expect(await page.locator('.crawl-line[aria-current="page"]').textContent()).toMatch(/not running/)
  })

  it('stores options of the crawl and of its strategy, shows those that differ, and resets them', async () => {
    await open('/c/example/crawl?tab=settings')
    await page.getByLabel('Strategy', { exact: true }).selectOption('shark-search')
    await page.getByText('Options of shark-search').click()
    await page.getByLabel('Delta').fill('2')
    await page.getByText('Must be a number from 0 to 1.').waitFor()
    expect(await button('Save settings').getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Delta').fill('0.3')
    // Open already: the example sets an option in there.
    await page.getByText(/^More options 1 changed$/).waitFor()
    await page.getByLabel('Host pages').fill('500')
    await page.getByLabel('Patience').fill('90s')
    await button('Save settings').click()
    const line = page.locator('.crawl-settings-line')
    await expect.poll(() => line.textContent()).toContain('shark-search (delta 0.3)')
    expect(await line.textContent()).toMatch(/Host pages 500.*Patience 90s/)

    await page.reload()
    expect(await page.getByLabel('Patience').inputValue()).toBe('90s')
    expect(await page.getByLabel('Delta').inputValue()).toBe('0.3')
    await page.getByLabel('Patience').fill('')
    await page.getByLabel('Host pages').fill('')
    await page.getByLabel('Strategy', { exact: true }).selectOption('')
    await button('Save settings').click()
    await expect.poll(() => line.textContent()).not.toMatch(/shark-search|Host pages|Patience/)
  })

  it('lets a curator accept a page, reject a source, and undo a decision', async () => {
    await open('/c/example/crawl')
    const accept = page
      .locator('.verdicts > li')
      .first()
      .getByRole('button', { name: /^Accept/ })
    await accept.click()
    await page.locator('.verdicts > li').first().getByText('accepted by a curator').waitFor()
    expect(await accept.getAttribute('aria-pressed')).toBe('true')

    await page.getByRole('link', { name: 'Sources' }).click()
    await page.getByRole('button', { name: 'Queue' }).click()
    const name = await page.locator('.open-source').first().textContent()
    await page.locator('.open-source').first().click()
    const dialog = page.getByRole('dialog', { name: name! })
    await dialog.getByLabel('Reason').fill(`spam ${HOSTILE}`)
    await dialog.getByRole('button', { name: 'Reject source' }).click()
    await dialog.getByText('rejected', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Rejected by a curator' })
    await page.getByText(/^1 of \d+ sources$/).waitFor()

    await page.getByRole('link', { name: 'Crawl' }).click()
    await tab('Decisions').click()
    const entry = page.locator('.curation-log > li').first()
    expect(await entry.textContent()).toContain(
      `rejected source ${name}“spam ${HOSTILE.replace('\u202e', '')}`,
    )
    await button(`Undo decision on ${name}`).click()
    await page.locator('.curation-log > li').nth(2).waitFor()
    expect(await entry.textContent()).toContain('undone')
  })

  it('adds and removes a schedule by keyboard alone', async () => {
    await open('/c/example/crawl')
    await tabTo(tab('Live'))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await tabTo(page.getByLabel('When', { exact: true }))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('0 25 * * *')
    await page.locator('.field .field-error').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('30 7 * * 1')
    await tabTo(page.getByLabel('Time zone'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Asia/Manila')
    expect(await page.locator('.next-runs').textContent()).toMatch(/every Monday at 07:30.*Monday.*07:30/)
    await page.keyboard.press('Enter')
    await page.locator('.schedules code', { hasText: '30 7 * * 1' }).waitFor()
    await tabTo(button('Remove schedule 30 7 * * 1'))
    await page.keyboard.press('Enter')
    await tabTo(button('Remove schedule'))
    await page.keyboard.press('Enter')
    await page.getByText('No schedule. This crawl runs only when started manually.').waitFor()
  })

  it('shows titles, names and messages of crawled sites as text', async () => {
    await post('/api/collections', {
      id: 'hostile',
      event: {
        form: {
          name: HOSTILE,
          what: { flood: 1 },
          where: {},
          when: { interest: [] },
          who: {},
          languages: [],
          seeds: [],
        },
      },
    })
    await open('/c/hostile/crawl')
    await state('not crawled yet')
    await page.getByLabel('Delay', { exact: true }).fill('0')
    await page.getByLabel('Seeds to add').fill(`javascript:alert(1)\nhttp://a.test:${web.port}/page/1`)
    await page.getByText('Line 1 is not an http or https URL: javascript:alert(1)').waitFor()
    await page.getByLabel('Seeds to add').fill(`http://a.test:${web.port}/page/1`)
    await button('Add seeds and start').click()
    await page
      .locator('.verdict .title', { hasText: HOSTILE.slice(0, 40) })
      .first()
      .waitFor()
    await page.locator('.errors code', { hasText: 'http:404' }).waitFor()
    for (const screen of ['sources', 'graph', 'summary', 'crawl']) {
      await page.goto(`${harness.url}/c/hostile/${screen}`)
      await page.locator('main h1').waitFor()
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
      expect(await page.locator('img').count()).toBe(0)
      expect(await page.title()).not.toBe('1')
    }
  })

  it('draws the graph, navigates it by keyboard, lists it and exports it', async () => {
    await open('/c/example/graph')
    const drawing = page.getByRole('application')
    await drawing.waitFor()
    await page.getByText('computing the layout').waitFor({ state: 'detached' })
    await drawing.focus()
    await page.keyboard.press('ArrowRight')
    const chosen = page.locator('.graph-facts h2')
    await chosen.waitFor()
    const before = await chosen.textContent()
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      await page.keyboard.press(key)
      if ((await chosen.textContent()) !== before) break
    }
    expect(await chosen.textContent()).not.toBe(before)
    await page.keyboard.press('Enter')
    expect(await isFocused(chosen)).toBe(true)

    await page.getByLabel('Nodes', { exact: true }).selectOption('pages')
    await page.getByLabel('Layout').selectOption('layers')
    await tab('List').click()
    await page.locator('.graph-pick').first().click()
    await page.locator('.graph-facts').getByRole('link', { name: 'Page' }).waitFor()
    const csv = await saved(button('Nodes as CSV'))
    expect(csv.name).toBe('example-pages-nodes.csv')
    expect(csv.text).toMatch(/^\ufeffid,label,page,verdict,/)
    expect((await saved(button('SVG'))).text).toMatch(/^<svg xmlns/)
    const json = JSON.parse((await saved(button('JSON'))).text)
    expect(json.nodes.length).toBeGreaterThan(50)
    await page.locator('.graph-facts').getByRole('link', { name: 'Page' }).click()
    await page.waitForURL('**/c/example/pages/*')
  })

  it('summarizes the event in sentences that cite their pages', async () => {
    await open('/c/example/summary', { permissions: ['clipboard-read', 'clipboard-write'] })
    const day = page.locator('.days > li').first()
    await day.waitFor()
    expect(await day.locator('.cites a').count()).toBeGreaterThan(0)
    await button('Copy Markdown').click()
    await page.getByText('Copied as Markdown, with its citations.').first().waitFor()
    const markdown = (await page.evaluate('navigator.clipboard.readText()')) as string
    expect(markdown).toMatch(/^# /)
    expect(markdown).toMatch(/\[\^1\]: .*<http:\/\/127\.0\.0\.1:\d+\/c\/example\/pages\/\d+>/)
    await day.locator('.cites a').first().click()
    await page.locator('.notes > li:target a').click()
    await page.waitForURL('**/c/example/pages/*')
  })

  it('exports the filtered sources as CSV', async () => {
    await open('/c/example/sources')
    await page.getByLabel('Name contains').fill('.')
    const { name, text } = await saved(button('Export these results as CSV'))
    expect(name).toBe('example-sources.csv')
    expect(text.split('\r\n').length - 2).toBe(
      Number((await page.getByText(/^\d+ sources$/).textContent())?.replace(/\D/g, '')),
    )
  })

  it('reports a lost connection, until the server is back', async () => {
    const published = await openServeHarness({ readOnly: true })
    await open('/')
    await page.goto(`${published.url}/c/example/crawl`)
    await page.locator('.verdicts > li').first().waitFor()
    const lost = page.getByText('Connection to the server lost.')
    await published.close()
    await lost.waitFor()
    const again = await openServeHarness({ readOnly: true, port: Number(new URL(published.url).port) })
    await lost.waitFor({ state: 'detached' })
    await again.close()
    // The browser logs the lost connection.
    expect(harness.complaints().filter((text) => !text.includes('net::ERR'))).toEqual([])
  })

  it('fits on a phone without scrolling sideways', async () => {
    await open('/c/example/crawl', { viewport: PHONE })
    for (const path of [
      'crawl',
      'crawl?tab=settings',
      'crawl?tab=schedule',
      'crawl?tab=decisions',
      'sources',
      'graph',
      'summary',
    ]) {
      await page.goto(`${harness.url}/c/example/${path}`)
      await page.locator('main h1').waitFor()
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
      expect(await scrollsSideways(page), path).toBe(false)
    }
  })
})
