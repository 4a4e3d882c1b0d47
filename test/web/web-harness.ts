import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { findChromium } from '../../src/render/chromium.ts'
import type { ServerOptions } from '../../src/server/start.ts'
import { openServeBed, type ServeBed } from '../serve/serve-harness.ts'
import { PATIENCE_MS } from '../support/chromium.ts'
import { buildWeb } from './build-web.ts'

/** Twice around any screen. */
const MAX_TABS = 250
export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

export interface WebBed extends ServeBed {
  /** A new page in a context of its own, as a visitor who has never been here. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  /** What the browser complained about since: script errors, broken policies. Empty at the end of every good test. */
  complaints(): string[]
}

/** The built application in a real browser, over a real server and collection. Close it. */
export async function openWebBed(options: Partial<ServerOptions> = {}): Promise<WebBed> {
  const webDir = await copyOfWeb()
  const bed = await openServeBed({ webDir, ...options })
  const browser = await launch()
  let heard: string[] = []
  return {
    ...bed,
    async open(path, context = {}) {
      const opened = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', ...context })
      opened.setDefaultTimeout(PATIENCE_MS / 2)
      const page = await opened.newPage()
      page.on('pageerror', (error) => heard.push(`error: ${error.message}`))
      page.on('console', (message) => {
        // A refused request is said to the user; the browser's own line about it is no fault.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          heard.push(message.text())
      })
      await page.goto(bed.url + path)
      return page
    },
    complaints() {
      const said = heard
      heard = []
      return said
    },
    async close() {
      await browser.close()
      await bed.close()
      await rm(webDir, { recursive: true, force: true })
    },
  }
}

/** The built files for this bed alone: whoever builds meanwhile does not take them away. */
async function copyOfWeb(tries = 5): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'eventide-built-'))
  try {
    await cp(buildWeb(), copy, { recursive: true })
    return copy
  } catch (error) {
    await rm(copy, { recursive: true, force: true })
    // They were exchanged for newer ones while they were copied.
    if (tries > 1) return copyOfWeb(tries - 1)
    throw error
  }
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('there is no Chromium here')
  // Only our own application is shown: the sandbox, which needs rights that containers do not give, is not needed.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** Presses Tab until the focus is there, as somebody without a mouse. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let pressed = 0; pressed < MAX_TABS; pressed++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached with Tab`)
}

/** Whether the page is wider than the window: on a phone nothing may be beside it. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
}
