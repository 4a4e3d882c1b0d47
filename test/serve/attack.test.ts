import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventContext } from '../../src/event-context.ts'
import { findChromium } from '../../src/render/chromium.ts'
import { type RunningServer, startServer } from '../../src/server/start.ts'
import { describeWithChromium } from '../support/chromium.ts'
import { answer, archiveWeb } from './archived-web.ts'
import { attackPage, attackParts } from './replay-attacks.ts'

const TOKEN = 'a-token-for-the-attack-0123456789'
const AT = 'http://evil.example'
/** Everything a user can click. */
const PRESSED = ['#post', '#send', '#top', '#blank', '#script', '#data', '#ping', '#download', '#svglink']

/** A substitute for the application with its page, policy and cookie. */
const STAND_IN = '<!doctype html><title>Library</title><p id="app">untouched</p><div id="frame"></div>'

let folder: string
let canary: Server
let connections = 0
let server: RunningServer
let browser: Browser
let context: BrowserContext
let replayUrl: string

const portOf = (listening: Server) => (listening.address() as { port: number }).port
const apiHeaders = { authorization: `Bearer ${TOKEN}` }

async function prepare(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'eventide-attack-'))
  canary = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const webDir = join(folder, 'web')
  await mkdir(webDir)
  await writeFile(join(webDir, 'index.html'), STAND_IN)
  server = await startServer({
    ...{
      folder,
      eventContext: eventContext,
      host: '127.0.0.1',
      port: 0,
      replayPort: 0,
      readOnly: false,
      tiles: null,
      network: {},
    },
    ...{ token: TOKEN, webDir, log: () => {} },
  })
  const canaryAt = `127.0.0.1:${portOf(canary)}`
  const appAt = new URL(server.url).host
  const headers: [string, string][] = [
    ['Set-Cookie', 'pwned=1; Path=/'],
    ['Refresh', `0; url=http://${canaryAt}/refresh-header`],
    ['Link', `<http://${canaryAt}/early>; rel=preload; as=image, <http://${canaryAt}/>; rel=preconnect`],
    ['Content-Security-Policy', `default-src *; report-uri http://${canaryAt}/report`],
    ['Reporting-Endpoints', `default="http://${canaryAt}/reports"`],
    ['Service-Worker-Allowed', '/'],
    ['NEL', '{"report_to":"default","max_age":1000,"success_fraction":1}'],
  ]
  const parts = attackParts(canaryAt, appAt)
  const web = new Map([
    [`${AT}/`, answer('text/html; charset=utf-8', attackPage(canaryAt, appAt), headers)],
    ...[...parts].map(([path, [type, body]]) => [AT + path, answer(type, body, headers)] as const),
  ])
  const ids = await archiveWeb(join(folder, 'evil'), web, {
    seeds: [`${AT}/`],
    parts: [...parts.keys()].map((path) => AT + path),
  })
  const view = await fetch(`${server.url}/api/collections/evil/pages/${ids.get(`${AT}/`)}`, {
    headers: apiHeaders,
  })
  replayUrl = ((await view.json()) as { replayUrl: string }).replayUrl
  const executablePath = findChromium() ?? ''
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** Requests the application has answered, by its metrics; reading them adds one. */
async function answered(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`, { headers: apiHeaders })).text()
  const counts = [...text.matchAll(/^eventide_http_requests_total\{[^}]*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function logIn(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${server.url}/`)
  await page.fill('#token', TOKEN)
  await page.click('button')
  await page.waitForSelector('#app')
  return page
}

/** Clicks everything on the page. */
async function press(frame: Frame | Page): Promise<void> {
  for (const one of PRESSED) await frame.click(one, { timeout: 300, force: true }).catch(() => {})
}

/** There is no event for "nothing happened", so the page gets some time. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}

async function expectUnharmed(before: { pages: number; answered: number }): Promise<void> {
  expect(connections).toBe(0)
  expect((await answered()) - before.answered).toBe(1)
  const cookies = await context.cookies()
  expect(
    cookies.map(({ name, httpOnly, sameSite }) => [name.replace(/\d+/, 'n'), httpOnly, sameSite]),
  ).toEqual([['eventide-n', true, 'Strict']])
  expect(context.serviceWorkers()).toEqual([])
  expect(context.pages()).toHaveLength(before.pages)
}

describeWithChromium('4.15: an archived page full of attacks', () => {
  beforeAll(prepare)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    canary?.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    context = await browser.newContext()
    connections = 0
    return () => context.close()
  })

  it('cannot affect the application that frames it', async () => {
    const page = await logIn()
    await page.evaluate(
      "window.name = 'mine'; window.heard = []; addEventListener('message', (e) => window.heard.push(e.data)); localStorage.own = '1'",
    )
    const before = { pages: context.pages().length, answered: await answered() }
    // Without a sandbox attribute: the policy of the response must be enough.
    await page.evaluate(
      `(() => { const f = document.createElement('iframe'); f.src = ${JSON.stringify(replayUrl)}; f.width = 900; f.height = 700; document.querySelector('#frame').append(f) })()`,
    )
    await page.waitForSelector('iframe')
    await settle(page)
    const frame = page.frames()[1]!
    expect(await frame.textContent('#story')).toContain('landfall')
    await press(frame)
    await settle(page)
    expect(page.url()).toBe(`${server.url}/`)
    expect(await page.title()).toBe('Library')
    expect(await page.textContent('#app')).toBe('untouched')
    expect(await page.evaluate('[window.name, window.heard.length, JSON.stringify(localStorage)]')).toEqual([
      'mine',
      0,
      '{"own":"1"}',
    ])
    await expectUnharmed(before)
  })

  it('cannot affect the application when opened in its own tab', async () => {
    const app = await logIn()
    const page = await context.newPage()
    const requests: string[] = []
    context.on('request', (request) => requests.push(request.url()))
    const before = { pages: context.pages().length, answered: await answered() }
    await page.goto(replayUrl)
    await settle(page)
    expect(await page.title()).toBe('Storm')
    await press(page)
    await settle(page)
    expect(requests.length).toBeGreaterThan(3)
    expect(requests.filter((url) => !url.startsWith(server.replayUrl) && !url.startsWith('data:'))).toEqual(
      [],
    )
    expect(page.url().startsWith(server.replayUrl)).toBe(true)
    expect(await app.title()).toBe('Library')
    await expectUnharmed(before)
  })

  it('has an opaque origin without cookies or storage', async () => {
    await logIn()
    const page = await context.newPage()
    await page.goto(replayUrl)
    const tried = (code: string) =>
      page.evaluate(`(() => { try { return String(${code}) } catch (e) { return e.name } })()`)
    expect(await tried('document.cookie')).toBe('SecurityError')
    expect(await tried('localStorage.length')).toBe('SecurityError')
    expect(await tried('self.origin')).toBe('null')
  })

  it('reaches the canary when nothing stops it', async () => {
    const page = await context.newPage()
    await page.setContent(attackPage(`127.0.0.1:${portOf(canary)}`, new URL(server.url).host)).catch(() => {})
    await expect.poll(() => connections).toBeGreaterThan(3)
  })
})
