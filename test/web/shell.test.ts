import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeWithChromium, PATIENCE_MS } from '../support/chromium.ts'
import { openWebHarness, PHONE, scrollsSideways, tabTo, type WebHarness } from './web-harness.ts'

const HOSTILE = '"><img src=x onerror="document.title=1"></script><b>台风'

/** Interest that rises on 8 November, as an export of Trends writes it. */
const CSV = [
  'Category: All categories',
  '',
  'Day,flood: (Worldwide)',
  ...Array.from({ length: 40 }, (_, at) => {
    const day = new Date(Date.UTC(2013, 9, 20 + at)).toISOString().slice(0, 10)
    return `${day},${at < 19 ? 1 : Math.max(100 - (at - 19) * 4, 10)}`
  }),
].join('\n')

let harness: WebHarness
let page: Page
const open = async (path: string, options: Parameters<WebHarness['open']>[1] = {}) => {
  page = await harness.open(path, options)
  return page
}

const FORM = {
  name: 'Flood of Tacloban',
  what: { flood: 1, 'storm surge': 0.8 },
  where: { 'Tacloban, Philippines': 1 },
  when: { start: '2013-11-08', interest: [] },
  who: {},
  languages: [],
  seeds: [],
}

async function send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json', origin: harness.url }
  return (await fetch(harness.url + path, { method, headers, body: JSON.stringify(body) })).status
}

describeWithChromium('the application', () => {
  beforeAll(async () => {
    harness = await openWebHarness()
    expect(await send('POST', '/api/collections', { id: 'flood', event: { form: FORM } })).toBe(200)
  }, PATIENCE_MS)
  afterEach(async () => {
    expect(harness.complaints()).toEqual([])
    await page.context().close()
  })
  afterAll(() => harness?.close())

  it('lists the collections and links to their screens', async () => {
    await open('/')
    const card = page.locator('.home-card').first()
    await card.waitFor()
    expect(await card.textContent()).toMatch(/kept\d+.*fetched150.*sources\d+/)
    expect(await card.getByRole('meter').getAttribute('aria-valuetext')).toMatch(/%$/)
    await card.getByRole('link', { name: /^Summary/ }).click()
    await page.waitForURL('**/c/example/summary')
    await page
      .getByRole('navigation', { name: /^Collection/ })
      .getByRole('link', { name: 'Event' })
      .click()
    await page.waitForURL('**/c/example/event')
    // The focus moves to the new screen.
    expect(await page.evaluate('document.activeElement.id')).toBe('screen')
  })

  it('shows the strategy of the last run with the options that differ from their defaults', async () => {
    await open('/nowhere')
    await page.route('**/api/collections', async (route) => {
      const response = await route.fetch()
      const { collections } = (await response.json()) as { collections: object[] }
      const crawled = { strategy: 'shark-search', strategyOptions: { delta: 0.3 } }
      await route.fulfill({
        response,
        json: { collections: collections.map((one) => ({ ...one, ...crawled })) },
      })
    })
    await page.goto(harness.url)
    await page.getByText(/example · shark-search \(delta 0\.3\)/).waitFor()
  })

  it('updates the cards while a crawl runs', async () => {
    await open('/')
    const card = page.locator('.home-card').filter({ hasText: 'example · ' })
    await card.getByText('150', { exact: true }).waitFor()
    const more = { settings: { morePages: 5 }, seeds: [] }
    expect(await send('POST', '/api/collections/example/crawl/start', more)).toBe(200)
    await card.getByText(/^(?:starting|crawling)$/).waitFor()
    await card.getByText(/^15[1-9]$/).waitFor()
    await card.getByText('not running').waitFor()
  })

  it('explains what to do without collections, and when the server is gone', async () => {
    await open('/lab')
    await page.route('**/api/collections', (route) => route.fulfill({ json: { collections: [] } }))
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByText('No collections yet').waitFor()
    await page.unroute('**/api/collections')
    await page.route('**/api/lab', (route) => route.abort())
    await page.getByRole('link', { name: 'Lab' }).click()
    await page.getByText('The server is not responding').waitFor()
    await page.unroute('**/api/lab')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('New comparison').waitFor()
  })

  it('creates an event by keyboard alone, with the start detected in a Trends export', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'eventide-web-'))
    const csv = join(folder, 'trends.csv')
    await writeFile(csv, CSV)
    await open('/')
    await tabTo(page.getByRole('link', { name: 'New event' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/events/new')
    await tabTo(page.getByLabel('Event name'))
    await page.keyboard.type('Flood of Tacloban')
    await tabTo(page.getByLabel('Add a word'))
    await page.keyboard.type('flood, storm surge, 台风')
    await page.keyboard.press('Enter')
    await tabTo(page.getByLabel('Weight of storm surge', { exact: true }))
    for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowLeft')
    await tabTo(page.getByLabel('Add a place'))
    await page.keyboard.type('Tacloban')
    await page.getByRole('option', { name: /^Tacloban .*Philippines/ }).waitFor()
    await page.keyboard.press('Enter')
    // Registered early: the key may otherwise be pressed before the chooser is waited for.
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page.getByLabel(/Drop a Trends CSV/))
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(csv)
    const start = page.getByRole('slider', { name: 'Start of the event' })
    await tabTo(start)
    const found = await start.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowRight')
    expect(await start.getAttribute('aria-valuetext')).not.toBe(found)
    await page.keyboard.press('ArrowLeft')
    expect(await start.getAttribute('aria-valuetext')).toBe(found)
    // The server has found the place that was picked.
    await page.locator('.weighted-number').waitFor()
    await tabTo(page.getByRole('button', { name: 'Create collection' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/c/flood-of-tacloban/event')
    await page.getByRole('link', { name: 'Start crawl' }).waitFor()
    const yaml = await readFile(join(harness.folder, 'flood-of-tacloban/event.yaml'), 'utf8')
    expect(yaml).toContain('name: Flood of Tacloban')
    expect(yaml).toMatch(/storm surge: 0\.8\b/)
    expect(yaml).toContain('台风: 1')
    expect(yaml).toMatch(/Tacloban.*: 1/)
    expect(yaml).toContain('start: 2013-11-08')
    expect(yaml).toContain('interest:')
    await rm(folder, { recursive: true })
  })

  it('synchronizes form and YAML, reports errors with their lines, and saves the file', async () => {
    await open('/c/flood/event')
    await page.getByRole('tab', { name: 'YAML' }).click()
    const yaml = page.getByLabel('event.yaml')
    const text = await yaml.inputValue()
    await yaml.fill(`# a comment that stays\n${text.replace('flood: 1', 'flood: 7')}`)
    const wrong = page.getByRole('alert').filter({ hasText: 'Errors in the event' })
    await wrong.getByRole('button', { name: /^line \d+/ }).click()
    expect(
      await yaml.evaluate((box: { value: string; selectionStart: number }) =>
        box.value.slice(box.selectionStart, box.selectionStart + 1),
      ),
    ).toBe('7')
    await page.getByText('The form shows the last valid version').waitFor()
    await yaml.fill(`# a comment that stays\n${text.replace('flood: 1', 'inundation: 0.5')}`)
    await page.getByLabel('Weight of inundation', { exact: true }).waitFor()
    await page.getByLabel('Event name').fill('Flood of 2013')
    await expect.poll(() => yaml.inputValue()).toContain('name: Flood of 2013')
    expect(await yaml.inputValue()).toContain('# a comment that stays')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Pages already judged keep their verdicts').waitFor()
    const saved = await readFile(join(harness.folder, 'flood/event.yaml'), 'utf8')
    expect(saved).toContain('# a comment that stays')
    expect(saved).toContain('name: Flood of 2013')
    expect(saved).toContain('inundation: 0.5')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Show YAML').waitFor()
  })

  it('sets the strategy of an event with its options', async () => {
    await open('/c/flood/event')
    await page.getByLabel('Strategy', { exact: true }).selectOption('shark-search')
    await page.getByText('Options of shark-search').click()
    await page.getByLabel('Delta').fill('2')
    await page.getByText('Must be a number from 0 to 1.').waitFor()
    await page.getByLabel('Delta').fill('0.3')
    await page.getByRole('tab', { name: 'YAML' }).click()
    const yaml = page.getByLabel('event.yaml')
    await expect.poll(() => yaml.inputValue()).toMatch(/strategy:[\s\S]*shark-search[\s\S]*delta: 0\.3/)
    await page.getByLabel('Strategy', { exact: true }).selectOption('tabu')
    await expect.poll(() => yaml.inputValue()).not.toContain('delta')
    await page.getByLabel('Strategy', { exact: true }).selectOption('shark-search')
    await expect.poll(() => yaml.inputValue()).toContain('delta: 0.3')
  })

  it('judges a pasted page and shows every part of the verdict', async () => {
    await open('/c/flood/event')
    await page.getByRole('tab', { name: 'Judge a page' }).click()
    await page.getByLabel('Page to judge').fill('The flood and the storm surge hit Tacloban in the night.')
    await page.getByLabel('Published on').fill('2013-11-09')
    await page.getByRole('button', { name: 'Judge page' }).click()
    await page.getByRole('meter', { name: 'Relevance' }).waitFor()
    for (const part of ['topic', 'place', 'date'])
      expect(await page.locator('.evidence').getByText(part, { exact: false }).count()).toBeGreaterThan(0)
  })

  it('asks for confirmation before unsaved changes are lost', async () => {
    await open('/')
    await page.getByRole('link', { name: 'New event' }).click()
    await page.getByLabel('Event name').fill('Half an event')
    let dialogs = 0
    let answer = false
    page.on('dialog', (dialog) => {
      dialogs++
      return answer ? dialog.accept() : dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Lab' }).click()
    expect([dialogs, new URL(page.url()).pathname]).toEqual([1, '/events/new'])
    await page.goBack()
    await expect.poll(() => dialogs).toBe(2)
    await page.waitForURL('**/events/new')
    expect(await page.getByLabel('Event name').inputValue()).toBe('Half an event')
    answer = true
    await page.getByRole('link', { name: 'Lab' }).click()
    await page.waitForURL('**/lab')
    expect(dialogs).toBe(3)
  })

  it('shows hostile names as text', async () => {
    const form = { ...FORM, name: HOSTILE, what: { [HOSTILE]: 1 }, who: { [HOSTILE]: 1 } }
    expect(await send('PUT', '/api/collections/flood/event', { event: { form } })).toBe(200)
    await open('/')
    await page.getByRole('heading', { name: HOSTILE }).waitFor()
    await open('/c/flood/event')
    await page.getByRole('heading', { name: HOSTILE }).waitFor()
    await page.getByRole('tab', { name: 'YAML' }).click()
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.title()).toContain(HOSTILE)
    await open(`/${encodeURIComponent(HOSTILE)}`)
    await page.getByText('Page not found').waitFor()
    expect(await page.locator('img, main script').count()).toBe(0)
  })

  it('compares strategies and shows the report in a sandboxed frame', async () => {
    await open('/lab')
    await page.getByLabel('Random seeds').fill('1')
    await page.getByLabel('Pages', { exact: true }).fill('5')
    await page.getByText('Enter a whole number from 10').waitFor()
    await page.getByLabel('Pages', { exact: true }).fill('10')
    await page.getByLabel('Size of the web').fill('1000')
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
    await page.getByRole('checkbox', { name: /^breadth-first/ }).check()
    await page.getByText('Options of breadth-first').click()
    await page.getByLabel('Threshold').fill('2')
    await page.getByText('Must be a number from 0 to 1.').waitFor()
    expect(await page.getByRole('button', { name: 'Run comparison' }).isDisabled()).toBe(true)
    await page.getByLabel('Threshold').fill('0.3')
    await page.getByRole('button', { name: 'Run comparison' }).click()
    await page.locator('.lab-runs').getByText('done').waitFor()
    await page.locator('.lab-runs').getByText('breadth-first:threshold=0.3').waitFor()
    const frame = page.locator('iframe')
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
    await page.frameLocator('iframe').getByText('breadth-first').first().waitFor()
  })

  it('fits on a phone without scrolling sideways', async () => {
    await open('/', { viewport: PHONE })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Lab' }).click()
    await page.getByRole('heading', { name: 'Lab' }).waitFor()
    expect(await page.getByRole('link', { name: 'Compare' }).isVisible()).toBe(false)
    expect(await scrollsSideways(page)).toBe(false)
    await page.goto(`${harness.url}/c/flood/event`)
    await page.getByLabel('Event name').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
  })

  it('follows the theme of the system, or the one chosen last', async () => {
    await open('/', { colorScheme: 'dark' })
    const shade = async () => {
      const [, first = 0] =
        /(\d+)/.exec(
          String(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')),
        ) ?? []
      return Number(first) < 128 ? 'dark' : 'light'
    }
    expect(await shade()).toBe('dark')
    await page.getByRole('button', { name: /^Theme: system/ }).click()
    expect(await shade()).toBe('light')
    await page.reload()
    expect(await shade()).toBe('light')
    await page.getByRole('button', { name: /^Theme: light/ }).click()
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await shade()).toBe('dark')
  })

  it('supports single-key shortcuts until they are turned off', async () => {
    await open('/lab')
    await page.getByRole('heading', { name: 'Lab' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Collections' }).waitFor()
    await page.locator('[data-search]').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('flood')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/library?q=flood')
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.waitForURL('**/lab')
    await page.keyboard.press('/')
    await page.waitForURL('**/library')
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.waitForURL('**/lab')
    await page.keyboard.press('?')
    const listed = page.locator('.shortcuts > div')
    await listed.first().waitFor()
    const rows = await Promise.all(
      (await listed.all()).map(async (row) => {
        const keys = (await row.locator('kbd').allTextContents()).map((key) => `\`${key}\``)
        return `| ${keys.join(' ')} | ${await row.locator('dd').textContent()} |`
      }),
    )
    const docs = await readFile(join(import.meta.dirname, '../../docs/application.md'), 'utf8')
    const [, table = ''] = docs.split('| keys | go to |\n|---|---|\n')
    expect(table.split('\n\n')[0]?.split('\n').sort()).toEqual(rows.sort())
    await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    expect(new URL(page.url()).pathname).toBe('/lab')
  })
})

describeWithChromium('a library protected by a token', () => {
  it('requires the token to log in, also for links of archived pages, and logs out again', async () => {
    const token = 'a-token-of-thirty-two-characters'
    const guarded = await openWebHarness({ token })
    try {
      const home = await guarded.open('/')
      await home.getByLabel('Token').fill(token)
      await home.getByRole('button', { name: 'Log in' }).click()
      await home.locator('.home-card').first().waitFor()
      const tab = await home.context().newPage()
      const view = await home.request.get(`${guarded.url}/api/collections/example/pages/1`)
      await tab.goto(((await view.json()) as { replayUrl: string }).replayUrl)
      await tab.locator('a[href*="/l/"]').first().click()
      const address = await tab.locator('code').textContent()
      // A link of another origin arrives without the cookie; the application asks its own page for it.
      await tab.getByRole('link', { name: 'Look for it in the library' }).click()
      await tab.waitForURL((url) => url.origin === guarded.url && !url.pathname.startsWith('/login'))
      await tab.locator('.looked-up', { hasText: address! }).or(tab.locator('iframe')).first().waitFor()
      await tab.close()
      await home.getByRole('button', { name: 'Log out' }).click()
      await home.getByLabel('Token').waitFor()
      expect((await home.request.get(`${guarded.url}/api/about`)).status()).toBe(401)
      expect(guarded.complaints()).toEqual([])
    } finally {
      await guarded.close()
    }
  })
})
