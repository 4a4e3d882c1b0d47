import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithChromium, PATIENCE_MS } from '../support/chromium.ts'
import { SCREENS } from './screens.ts'
import { DESKTOP, openWebHarness, PHONE, scrollsSideways, type WebHarness } from './web-harness.ts'

/** Tabs of screens, which are audited after they are opened. */
const TABS: ReadonlyMap<string, readonly string[]> = new Map([
  ['event', ['Judge a page', 'YAML', 'Ontology', 'History']],
  ['crawl', ['Settings and seeds', 'Schedule', 'Decisions']],
  ['graph', ['List']],
])

const LOOKS = [
  ['desktop, light', DESKTOP, 'light'],
  ['desktop, dark', DESKTOP, 'dark'],
  ['phone, dark', PHONE, 'dark'],
  ['phone, light', PHONE, 'light'],
] as const

/** WCAG 2.2, levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
}

/** Injected by the debugger, which the page's policy does not restrict: the page is audited as it is served. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const run = `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] })`
  const { violations } = (await page.evaluate(run)) as { violations: Violation[] }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Between a phone and a desktop, where a table may be too wide although the navigation is beside it. */
const TABLET = { width: 900, height: 900 }

/** Controls that are beside the window, where nobody looks for them. */
const OFF_SCREEN = `[...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)')]
  .filter((control) => {
    const { width, left, right } = control.getBoundingClientRect()
    return width > 0 && !control.closest('.map-frame, canvas') && (left < -1 || right > innerWidth + 1)
  })
  .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)`

async function offScreen(page: Page): Promise<string[]> {
  return ((await page.evaluate(OFF_SCREEN)) as string[]).map((name) => `${name.trim()} is off screen`)
}

/** Waits until the screen has its title and nothing in it is loading. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
}

/** Waits until nothing has changed for a dozen frames: maps regroup their pins after they have moved. */
const SETTLED = `new Promise((done) => {
  let [last, same, frames] = ['', 0, 0]
  const look = () => {
    const now = document.querySelector('main').innerHTML
    same = now === last ? same + 1 : 0
    last = now
    if (same > 12 || ++frames > 600) done()
    else requestAnimationFrame(look)
  }
  look()
})`

let harness: WebHarness
describeWithChromium('WCAG 2.2 A and AA', () => {
  beforeAll(async () => {
    harness = await openWebHarness()
  }, PATIENCE_MS)
  afterAll(() => harness?.close())

  it.each([...SCREENS, ['no screen', '/nowhere']] as const)(
    'has no violations on the screen %s',
    async (name, path) => {
      const page = await harness.open(path)
      await settled(page)
      expect(await page.locator('main [role="alert"]').allTextContents()).toEqual([])
      const wrong: string[] = []
      for (const [look, viewport, colorScheme] of LOOKS) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        await page.evaluate(SETTLED)
        wrong.push(...(await violationsOf(page)).map((violation) => `${look}: ${violation}`))
        wrong.push(...(await offScreen(page)).map((control) => `${look}: ${control}`))
        if (await scrollsSideways(page)) wrong.push(`${look}: the page scrolls sideways`)
      }
      await page.setViewportSize(TABLET)
      await page.evaluate(SETTLED)
      wrong.push(...(await offScreen(page)).map((control) => `tablet: ${control}`))
      for (const tab of TABS.get(name) ?? []) {
        await page.getByRole('tab', { name: tab }).click()
        wrong.push(...(await violationsOf(page)).map((violation) => `${tab}: ${violation}`))
      }
      expect(wrong).toEqual([])
      expect(harness.complaints()).toEqual([])
      await page.context().close()
    },
  )

  it('has no violations in the list of shortcuts and the phone menu', async () => {
    const page = await harness.open('/', { viewport: PHONE })
    await settled(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await page.context().close()
  })
})
