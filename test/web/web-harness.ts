import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { findChromium } from '../../src/render/chromium.ts'
import type { ServerOptions } from '../../src/server/start.ts'
import { openServeHarness, type ServeHarness } from '../serve/serve-harness.ts'
import { PATIENCE_MS } from '../support/chromium.ts'
import { buildWeb } from './build-web.ts'

/** Twice around any screen. */
const MAX_TABS = 250
export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

export interface WebHarness extends ServeHarness {
  /** A new page in a new context, as for a first visit. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  /** Script errors and policy violations since the last call; empty after every passing test. */
  complaints(): string[]
}

/** The built application in a real browser, with a real server and collection. Must be closed. */
export async function openWebHarness(options: Partial<ServerOptions> = {}): Promise<WebHarness> {
  const { browser, webDir, leave } = await share()
  const harness = await openServeHarness({ webDir, ...options })
  let messages: string[] = []
  return {
    ...harness,
    async open(path, context = {}) {
      const opened = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', ...context })
      opened.setDefaultTimeout(PATIENCE_MS / 2)
      const page = await opened.newPage()
      page.on('pageerror', (error) => messages.push(`error: ${error.message}`))
      page.on('console', (message) => {
        // Refused requests are shown to the user; the browser's message about them is not an error.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          messages.push(message.text())
      })
      await page.goto(harness.url + path)
      return page
    },
    complaints() {
      const collected = messages
      messages = []
      return collected
    },
    async close() {
      await harness.close()
      await leave()
    },
  }
}

/** What all harnesses of a test file use: starting a browser takes longer than most tests. */
let shared: Promise<{ readonly browser: Browser; readonly webDir: string }> | null = null
let users = 0

async function share() {
  users++
  shared ??= Promise.all([launch(), copyOfWeb()]).then(([browser, webDir]) => ({ browser, webDir }))
  const { browser, webDir } = await shared
  const leave = async () => {
    if (--users > 0) return
    shared = null
    await browser.close()
    await rm(webDir, { recursive: true, force: true })
  }
  return { browser, webDir, leave }
}

/** A copy of the built files: a build in the meantime does not remove them. */
async function copyOfWeb(tries = 5): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'eventide-built-'))
  try {
    await cp(buildWeb(), copy, { recursive: true })
    return copy
  } catch (error) {
    await rm(copy, { recursive: true, force: true })
    // They were replaced by newer ones while they were copied.
    if (tries > 1) return copyOfWeb(tries - 1)
    throw error
  }
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium was not found')
  // Only our own application is shown, so the sandbox, which containers do not permit, is not needed.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** Opens a screen as a link of the application does, without loading the application again. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

/** Presses Tab until the focus is there, as a keyboard user. */
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
