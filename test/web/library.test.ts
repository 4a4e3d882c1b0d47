import type { Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeWithChromium, PATIENCE_MS } from '../support/chromium.ts'
import { openWebHarness, PHONE, scrollsSideways, type WebHarness } from './web-harness.ts'

/** Polls for a state, with patience for a busy machine. */
const until = <T>(probe: () => T | Promise<T>, message?: string) =>
  expect.poll(probe, { timeout: 30_000, message })

let harness: WebHarness
let page: Page
const open = async (path: string, options: Parameters<WebHarness['open']>[1] = {}) => {
  page = await harness.open(path, { reducedMotion: 'reduce', ...options })
  return page
}

interface Found {
  readonly total: number
  readonly hits: { title: string; published: string | null; source: string }[]
}

/** The reply of the API to the filters in the URL of the page. */
async function replyHere(): Promise<Found> {
  const params = new URL(page.url()).searchParams
  const number = Number(params.get('page') ?? 1)
  params.delete('page')
  params.delete('topics')
  return (
    await fetch(`${harness.url}/api/search?limit=20&offset=${(number - 1) * 20}&${params}`)
  ).json() as Promise<Found>
}

const results = () => page.locator('.result')
const titles = () => page.locator('.result-link').allTextContents()

/** Waits until the list shows the reply to the filters in the URL. */
async function listMatchesUrl(): Promise<Found> {
  await until(async () => {
    const { total, hits } = await replyHere()
    const shown = await page.locator('.library-count').getAttribute('data-total')
    return Number(shown) === total && (await titles()).join() === hits.map(({ title }) => title).join()
  }).toBe(true)
  return replyHere()
}

/** Numbers of the list that have a pin, and the numbers on the pins. */
async function numbers(): Promise<{ list: string; map: string }> {
  const list = await page.locator('.result-number[data-pin="true"]').allTextContents()
  const pins = await page
    .locator('.map-pin')
    .evaluateAll((all) => all.map((pin) => pin.getAttribute('data-numbers')))
  const map = pins.flatMap((text) => text?.split(' ') ?? []).sort((a, b) => Number(a) - Number(b))
  return { list: list.join(' '), map: map.join(' ') }
}

async function numbersAgree(): Promise<void> {
  await until(numbers).toSatisfy(({ list, map }) => list !== '' && list === map)
}

const box = () => page.locator('[data-search]')
const lit = (where: string) => page.locator(`${where}[data-lit="true"]`).count()

describeWithChromium('the library screen', () => {
  beforeAll(async () => {
    harness = await openWebHarness()
  }, PATIENCE_MS)
  afterEach(async () => {
    expect(harness.complaints()).toEqual([])
    await page.context().close()
  })
  afterAll(() => harness?.close())

  it('searches, filters and pages through results, and keeps all of it in the URL', async () => {
    await open('/library')
    const all = await listMatchesUrl()
    expect(await page.locator('.result-number').first().textContent()).toBe('1')
    await box().fill('surge')
    await until(() => page.url()).toContain('q=surge')
    const some = await listMatchesUrl()
    expect(some.total).toBeGreaterThan(0)
    expect(some.total).toBeLessThan(all.total)
    expect((await page.locator('.result mark').first().textContent())?.toLowerCase()).toContain('surge')
    await until(() => page.locator('[role=status]').allTextContents()).toContainEqual(
      expect.stringMatching(`${some.total} pages? found in \\d+ milliseconds`),
    )
    const source = some.hits[0]!.source
    await page.getByRole('checkbox', { name: source }).check()
    await page.getByRole('button', { name: `Remove Source: ${source}` }).waitFor()
    expect((await listMatchesUrl()).hits.every((hit) => hit.source === source)).toBe(true)
    await page.getByRole('button', { name: `Remove Source: ${source}` }).click()
    await listMatchesUrl()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('oldest')
    const days = (await listMatchesUrl()).hits.flatMap(({ published }) => published ?? [])
    expect(days).toEqual(days.toSorted())
    await box().fill('')
    await page.getByRole('button', { name: 'Next' }).click()
    await listMatchesUrl()
    expect(await page.locator('.result-number').first().textContent()).toBe('21')
    await numbersAgree()
    const shared = page.url()
    await page.context().close()
    await open(shared.slice(harness.url.length))
    await listMatchesUrl()
    expect(await page.locator('.result-number').first().textContent()).toBe('21')
  })

  it('shows the same numbers in list and map, and highlights both', async () => {
    await open('/library?q=typhoon')
    await listMatchesUrl()
    await numbersAgree()
    const [first = ''] = (await numbers()).list.split(' ')
    const item = page.locator(`.result[data-number="${first}"]`)
    const pin = page.locator(`.map-pin[data-numbers~="${first}"]`)
    await item.hover()
    await until(() => pin.getAttribute('data-lit')).toBe('true')
    await pin.hover()
    await until(() => item.getAttribute('data-lit')).toBe('true')
    await page.mouse.move(2, 2)
    await until(() => lit('.map-pin')).toBe(0)
    await item.locator('.result-link').focus()
    await until(() => pin.getAttribute('data-lit')).toBe('true')
    await pin.focus()
    await until(() => item.getAttribute('data-lit')).toBe('true')
    await page.keyboard.press('Enter')
    const focused = await page.evaluate('document.activeElement.closest(".result")?.dataset.number')
    expect((await pin.getAttribute('data-numbers'))?.split(' ')).toContain(focused)
  })

  it('filters by dates brushed with mouse and keyboard', async () => {
    await open('/library')
    const all = await listMatchesUrl()
    const field = (await page.locator('.brush').boundingBox())!
    await page.mouse.move(field.x + field.width * 0.01, field.y + 20)
    await page.mouse.down()
    await page.mouse.move(field.x + field.width * 0.03, field.y + 30)
    await page.mouse.move(field.x + field.width * 0.06, field.y + 30)
    await page.mouse.up()
    await until(() => page.url()).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
    const params = new URL(page.url()).searchParams
    const brushed = await listMatchesUrl()
    expect(brushed.total).toBeGreaterThan(0)
    expect(brushed.total).toBeLessThan(all.total)
    for (const { published } of brushed.hits) {
      expect(published! >= params.get('from')! && published! <= params.get('to')!).toBe(true)
    }
    await numbersAgree()
    const first = page.getByRole('slider', { name: 'First day' })
    await first.press('ArrowRight')
    await until(() => new URL(page.url()).searchParams.get('from')).not.toBe(params.get('from'))
    await listMatchesUrl()
    await numbersAgree()
    await first.press('Escape')
    await until(() => page.url()).not.toContain('from=')
    expect((await listMatchesUrl()).total).toBe(all.total)
  })

  it('goes back through the history step by step', async () => {
    await open('/library')
    await listMatchesUrl()
    await box().fill('relief')
    await box().press('Enter')
    await listMatchesUrl()
    await page.getByRole('radio', { name: 'All fetched pages' }).check()
    await listMatchesUrl()
    await page.goBack()
    await until(() => page.url()).not.toContain('verdict')
    await listMatchesUrl()
    expect(await box().inputValue()).toBe('relief')
    await page.goBack()
    await until(() => box().inputValue()).toBe('')
    await listMatchesUrl()
  })

  it('never replaces a newer reply by an older one', async () => {
    await open('/library')
    await listMatchesUrl()
    const held: Route[] = []
    await page.route(/\/api\/search\?.*q=typhoon/, (route) => void held.push(route))
    await box().fill('typhoon')
    await until(() => held.length).toBe(1)
    const over = new Promise<void>((resolve) => {
      const ended = (request: Request) => /search\?.*q=typhoon/.test(request.url()) && resolve()
      page.on('requestfinished', ended)
      page.on('requestfailed', ended)
    })
    await box().fill('surge')
    await until(() => page.url()).toContain('q=surge')
    const { total } = await listMatchesUrl()
    await held[0]!.continue().catch(() => {})
    await over
    expect((await listMatchesUrl()).total).toBe(total)
  })

  it('can be used without a mouse', async () => {
    await open('/library')
    await listMatchesUrl()
    await page.keyboard.press('/')
    await page.keyboard.type('pla')
    await page.getByRole('option', { name: 'place:' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await until(() => box().inputValue()).toBe('place:')
    await page.keyboard.type('Borong')
    await page.getByRole('option', { name: 'Borongan' }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await until(() => box().inputValue()).toContain('place:Borongan')
    await page.keyboard.press('Enter')
    await listMatchesUrl()
    await page.keyboard.press('Tab')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await page.evaluate('document.activeElement.closest(".result")?.dataset.number')).toBe('2')
    await page.keyboard.press('k')
    const [title] = await titles()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.keyboard.press('j')
    await page.getByText(/^2 of \d+$/).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('link', { name: 'Results' }).press('Enter')
    await listMatchesUrl()
    expect(await box().inputValue()).toContain('place:Borongan')
  })

  it('opens the next result, also for a key pressed before it is loaded', async () => {
    await open('/library')
    const { hits } = await listMatchesUrl()
    const heading = (number: number) => page.getByRole('heading', { level: 1, name: hits[number - 1]?.title })
    await page.locator('.result-link').nth(1).press('Enter')
    await page.getByText(/^2 of \d+$/).waitFor()
    const held: Route[] = []
    await page.route('**/api/search?*', (route) => void held.push(route))
    const answered = async () => {
      await until(() => held.length).toBeGreaterThan(0)
      for (const route of held.splice(0)) await route.continue()
    }
    const at = () => new URL(page.url()).searchParams.get('at')
    await page.keyboard.press('j')
    // Two results may have the same title.
    await until(at).toBe('3')
    await heading(3).waitFor()
    await page.keyboard.press('j')
    expect(at()).toBe('3')
    await answered()
    await heading(4).waitFor()
    await answered()
    await page.getByText(/^4 of \d+$/).waitFor()
    await page.getByRole('link', { name: 'Previous' }).waitFor()
    await page.unroute('**/api/search?*')
  })

  it('filters by the visible area of the map, and by a place of its list', async () => {
    await open('/library')
    const all = await listMatchesUrl()
    await numbersAgree()
    const canvas = page.locator('.map-canvas')
    await canvas.focus()
    for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp']) await canvas.press(key)
    await page.getByRole('button', { name: 'Search in this area' }).click()
    await until(() => page.url()).toContain('box=')
    await page.getByRole('button', { name: 'Remove Area: selected on the map' }).waitFor()
    expect((await listMatchesUrl()).total).toBeLessThanOrEqual(all.total)
    await page.getByRole('button', { name: 'Remove Area: selected on the map' }).click()
    await listMatchesUrl()
    await page.getByText(/^Places in view/).click()
    await until(async () => {
      // A cluster opens until a place is left to be picked.
      if (!page.url().includes('place=')) await page.locator('.map-places li button').first().click()
      return page.url()
    }).toContain('place=')
    expect((await listMatchesUrl()).total).toBeGreaterThan(0)
  })

  it('plots topics over time, and exports the results', async () => {
    await open('/library?q=typhoon')
    await page.getByText('Topics over time').click()
    await page.getByRole('textbox', { name: 'Words to plot over time' }).fill('rescue, relief')
    await page.keyboard.press('Enter')
    await page.getByRole('figure', { name: 'Pages using these words over time' }).waitFor()
    expect(page.url()).toContain('topics=rescue%2Crelief')
    expect(await page.locator('.series-line').count()).toBe(2)
    await page.getByText('Export').click()
    const hrefs = await page
      .locator('.menu a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(hrefs).toHaveLength(7)
    const { total } = await replyHere()
    const csv = await fetch(harness.url + hrefs.find((href) => href?.includes('format=urls')))
    expect((await csv.text()).trim().split('\n')).toHaveLength(total)
  })

  it('reports that nothing was found, and that the server failed', async () => {
    await open('/library?q=zzzzunheardof')
    await page.getByRole('heading', { name: 'No matching pages' }).waitFor()
    await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, body: '' }))
    await box().fill('typhoon')
    await page.getByRole('alert').filter({ hasText: 'The server returned 500' }).waitFor()
    await page.unroute('**/api/search?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await listMatchesUrl()
  })

  it('waits as long as a busy server asks for, once, and then says so', async () => {
    await open('/library?q=typhoon')
    await listMatchesUrl()
    const busy = {
      status: 503,
      headers: { 'retry-after': '1' },
      json: { code: 'busy', message: 'Too many searches are waiting. Try again in a moment' },
    }
    let asked = 0
    await page.route('**/api/search?*', (route) => (++asked === 1 ? route.fulfill(busy) : route.fallback()))
    await box().fill('storm')
    await until(() => asked).toBe(2)
    await listMatchesUrl()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.unroute('**/api/search?*')
    asked = 0
    await page.route('**/api/search?*', (route) => {
      asked++
      return route.fulfill(busy)
    })
    await box().fill('surge')
    const alert = page.getByRole('alert').filter({ hasText: 'Too many searches are waiting' })
    await alert.waitFor()
    expect([asked, await alert.getAttribute('class')]).toEqual([2, 'notice warn'])
    await page.unroute('**/api/search?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await listMatchesUrl()
  })

  it('fits on a phone: map below the list, dates selected by a tap, no scrolling sideways', async () => {
    await open('/library', { viewport: PHONE, hasTouch: true, isMobile: true })
    await listMatchesUrl()
    await numbersAgree()
    const list = (await page.locator('.library-results').boundingBox())!
    const map = (await page.locator('.library-map').boundingBox())!
    expect(map.y).toBeGreaterThanOrEqual(list.y + list.height)
    expect(await scrollsSideways(page)).toBe(false)
    const field = (await page.locator('.brush').boundingBox())!
    await page.touchscreen.tap(field.x + field.width / 2, field.y + field.height / 2)
    await until(() => page.url()).toContain('from=')
    await page.getByText('Filters').tap()
    await page.getByRole('checkbox').first().waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await results().count()).toBeLessThanOrEqual(20)
  })
})
