import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeWithChromium, PATIENCE_MS } from '../support/chromium.ts'
import { holdLock } from '../support/hold-lock.ts'
import { go, openWebHarness, PHONE, scrollsSideways, type WebHarness } from './web-harness.ts'

const CHANGES =
  /^(New event|New comparison|Run comparison|Save|Create collection|Start|Continue|Retry|Pause|Resume|Stop|Accept|Reject|Undo|Add seeds|Schedule)/

/** Every screen that changes something, and what shows that it is loaded. */
const SCREENS = [
  ['/c/example/event', '[data-field="name"]'],
  ['/c/example/crawl', '.verdicts > li'],
  ['/c/example/crawl?tab=settings', 'form'],
  ['/c/example/crawl?tab=schedule', '.tabs'],
  ['/c/example/crawl?tab=decisions', '.tabs'],
  ['/c/example/pages/1', '.page-text'],
  ['/c/example/sources', '.open-source'],
] as const

/** For a busy machine. */
const LONG = { timeout: 30_000 }

let page: Page

/** Controls that change something, and the reasons why there are none. */
async function controls() {
  const names = await page
    .locator('main')
    .getByRole('button')
    .or(page.locator('main a.button'))
    .allTextContents()
  return {
    changes: names.filter((name) => CHANGES.test(name.trim())),
    notices: await page.locator('main [data-read-only]').allTextContents(),
  }
}

async function expectReadOnly(reason: RegExp): Promise<void> {
  await expect.poll(async () => (await controls()).notices, LONG).toEqual([expect.stringMatching(reason)])
  expect((await controls()).changes).toEqual([])
}

describeWithChromium('a library that is published read-only', () => {
  let published: WebHarness
  beforeAll(async () => {
    published = await openWebHarness({ readOnly: true })
  }, PATIENCE_MS)
  afterEach(() => expect(published.complaints()).toEqual([]))
  afterAll(() => published?.close())

  it('has no control that changes something, and says why', async () => {
    page = await published.open('/')
    await page.getByText('Published library (read-only)').waitFor()
    const others = [
      ['/', '.home-card'],
      ['/events/new', '.empty'],
      ['/lab', '.empty'],
    ] as const
    for (const [path, loaded] of [...others, ...SCREENS]) {
      await go(page, path)
      await page.locator(loaded).first().waitFor()
      await expectReadOnly(/published read-only/)
    }
    await go(page, '/c/example/event')
    expect(await page.getByLabel('Event name').isDisabled()).toBe(true)
    await go(page, '/c/example/crawl?tab=settings')
    expect(await page.getByLabel('Pages', { exact: true }).isDisabled()).toBe(true)
    await go(page, '/c/example/sources')
    await page.locator('.open-source').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('published read-only').waitFor()
    expect(await dialog.getByRole('button', { name: /^(Accept|Reject)/ }).count()).toBe(0)
    await page.setViewportSize(PHONE)
    expect(await scrollsSideways(page)).toBe(false)
  })
})

describeWithChromium('a collection that cannot be changed', () => {
  let harness: WebHarness
  beforeAll(async () => {
    harness = await openWebHarness()
    await cp(join(harness.folder, 'example'), join(harness.folder, 'second'), { recursive: true })
  }, PATIENCE_MS)
  afterEach(() => expect(harness.complaints()).toEqual([]))
  afterAll(() => harness?.close())

  it('says that another process writes to it, and has its controls again afterwards', async () => {
    const other = await holdLock(join(harness.folder, 'example'))
    try {
      page = await harness.open('/')
      for (const [path, loaded] of SCREENS) {
        await go(page, path)
        await page.locator(loaded).first().waitFor()
        await expectReadOnly(new RegExp(`Another process .*process ${other.pid} on `))
      }
      await go(page, '/c/second/pages/1')
      await page.getByRole('button', { name: 'Reject' }).waitFor()
      expect((await controls()).notices).toEqual([])
      await go(page, '/c/example/crawl')
      await page.locator('[data-read-only="locked"]').waitFor()
    } finally {
      await other.end()
    }
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await expect.poll(async () => (await controls()).notices, LONG).toEqual([])
  })

  it('is the only one that a server of one collection has', async () => {
    const folder = join(harness.folder, 'second')
    const single = await openWebHarness({ folder })
    try {
      page = await single.open('/')
      await page.locator('.home-card').waitFor()
      expect((await controls()).changes).toEqual([])
      await go(page, '/events/new')
      await page.getByText('This server serves a single collection').waitFor()
      await go(page, '/c/second/pages/1')
      await page.getByRole('button', { name: 'Reject' }).waitFor()
    } finally {
      await single.close()
    }
  })
})
