// Frame times of the Map screen with 50,000 places, in a real Chromium: npm run build && npx tsx bench/speed/map.ts
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium, noChromium } from '../../src/render/chromium.ts'

const WEB = process.env.EVENTIDE_WEB ?? join(import.meta.dirname, '../../dist/web')
const PLACES = Number(process.argv[2] ?? 50_000)
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.json', 'application/json'],
  ['.svg', 'image/svg+xml'],
])

/** Towns around some centres, most of them on few pages, as in a crawl. */
function places(n: number) {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const centres = Array.from({ length: 60 }, () => [random() * 120 - 50, random() * 340 - 170] as const)
  const columns = { ids: [] as string[], names: [] as string[], lats: [] as number[], lons: [] as number[] }
  const pages: number[] = []
  for (let i = 0; i < n; i += 1) {
    const [lat, lon] = centres[Math.floor(random() * centres.length)] ?? [0, 0]
    const spread = 12 * random() * random()
    const angle = random() * 2 * Math.PI
    columns.ids.push(String(i))
    columns.names.push(`Place ${i}`)
    columns.lats.push(lat + spread * Math.sin(angle))
    columns.lons.push(lon + spread * Math.cos(angle))
    pages.push(1 + Math.floor(300 * random() ** 6))
  }
  return { ...columns, pages, truncated: false }
}

const about = {
  ...{ version: '0', mayWrite: false, replayOrigin: 'http://127.0.0.1:1', tiles: null },
  ...{ strategies: [], defaultStrategy: '' },
}
const answers: ReadonlyMap<string, string> = new Map([
  ['/api/about', JSON.stringify(about)],
  ['/api/map', JSON.stringify(places(PLACES))],
])

async function answer(path: string, response: ServerResponse): Promise<void> {
  const json = answers.get(path)
  if (path.startsWith('/api/')) {
    response.writeHead(json ? 200 : 404, { 'content-type': 'application/json' })
    response.end(json ?? '{"code":"no","message":"not in this bench"}')
    return
  }
  const file = extname(path) ? path : '/index.html'
  response.writeHead(200, { 'content-type': TYPES.get(extname(file)) ?? 'application/octet-stream' })
  response.end(await readFile(join(WEB, file)))
}

function figures(name: string, frames: readonly number[]): void {
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1).padStart(6)
  const late = sorted.filter((frame) => frame > 34).length
  console.log(
    `${name.padEnd(22)} frames ${String(sorted.length).padStart(4)}  ms: p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  ` +
      `max ${at(1)}  over 34 ms: ${late}`,
  )
}

/** Keeps the time between frames, in the page. */
const KEEP_FRAMES = `
  window.frameTimes = []
  let last = performance.now()
  requestAnimationFrame(function tick(now) {
    window.frameTimes.push(now - last)
    last = now
    requestAnimationFrame(tick)
  })`

async function measured(page: Page, name: string, move: () => Promise<void>): Promise<void> {
  await page.evaluate('window.frameTimes = []')
  await move()
  figures(name, await page.evaluate<number[]>('window.frameTimes'))
}

const program = findChromium()
if (!program) throw noChromium()
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://bench')
  answer(pathname, response).catch(() => response.destroy())
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const { port } = server.address() as AddressInfo
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  await page.addInitScript(KEEP_FRAMES)
  const began = performance.now()
  await page.goto(`http://127.0.0.1:${port}/c/bench/map`)
  const summary = page.locator('.map-places summary')
  await summary.filter({ hasText: /\([1-9]/ }).waitFor()
  console.log(
    `${PLACES} places; clusters on the map ${(performance.now() - began).toFixed(0)} ms after the address`,
  )
  const frame = (await page.locator('.map-canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2]
  const drag = async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let i = 0; i < 90; i += 1)
      await page.mouse.move(x + Math.sin(i / 6) * 200, y + Math.cos(i / 5) * 120)
    await page.mouse.up()
  }
  /** Zooms into the largest cluster in view, like its entry in the list. */
  const dive = async () => {
    for (let i = 0; i < 5; i += 1) {
      await page.locator('.map-places li button').first().click()
      await page.waitForTimeout(500)
    }
  }
  const wheel = async (by: number) => {
    await page.mouse.move(x, y)
    for (let i = 0; i < 15; i += 1) {
      await page.mouse.wheel(0, by)
      await page.waitForTimeout(100)
    }
  }
  await measured(page, 'drag the world', drag)
  await summary.click()
  await measured(page, 'into clusters', dive)
  await measured(page, 'drag near', drag)
  await measured(page, 'wheel out', () => wheel(200))
  await measured(page, 'wheel in', () => wheel(-200))
} finally {
  await browser.close()
  server.close()
}
