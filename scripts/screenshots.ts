// Pictures of every screen for docs/: `npx tsx scripts/screenshots.ts [screen ...]`. Crawls the example web twice, serves both
// collections, runs a small comparison, and takes each screen light, dark and on a phone.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createProgram } from '../src/cli/program.ts'
import { SCREENS } from '../test/web/screens.ts'
import { DESKTOP, openWebHarness, PHONE, type WebHarness } from '../test/web/web-harness.ts'
import { palettePng } from './screenshots/palette-png.ts'

const OUT = join(import.meta.dirname, '../docs/screenshots')
const LOOKS = [
  ['light', DESKTOP, 'light'],
  ['dark', DESKTOP, 'dark'],
  ['phone', PHONE, 'light'],
] as const
/** Maps and curves are drawn after their data is loaded. */
const DRAWN_MS = 2_500

async function crawlExample(dir: string, ...options: string[]): Promise<void> {
  const silent = { write: () => true }
  const command = ['example', dir, '--no-serve', '--quiet', ...options]
  await createProgram({ out: silent, err: silent }).parseAsync(command, { from: 'user' })
}

async function ask(harness: WebHarness, path: string, body?: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin: harness.url }
  const sent = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(harness.url + path, sent)
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer.json()
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A comparison to show in the lab. */
async function compare(harness: WebHarness): Promise<void> {
  const strategies = ['breadth-first', 'best-first', 'shark-search', 'event-model', 'adaptive']
  await ask(harness, '/api/lab', { strategies, pages: 300, webPages: 3000, randomSeeds: 1 })
  for (;;) {
    const { runs } = (await ask(harness, '/api/lab')) as { runs: { state: string }[] }
    if (runs[0]?.state !== 'running') return
    await sleep(1_000)
  }
}

/** An event that is not crawled yet, for the home page. */
async function newEvent(harness: WebHarness): Promise<void> {
  const form = {
    name: 'Typhoon Haiyan',
    what: { typhoon: 1, haiyan: 0.9, 'storm surge': 0.4 },
    where: { 'Tacloban, Philippines': 1 },
    when: { start: '2013-11-03', interest: [] },
    ...{ who: {}, languages: ['en'], seeds: [] },
  }
  await ask(harness, '/api/collections', { event: { form } })
}

/** The most relevant page: page 1 is only the first that was fetched. */
async function bestPage(harness: WebHarness): Promise<string> {
  const found = (await ask(harness, '/api/search?in=example&q=storm+surge&limit=1')) as {
    hits: { page: number }[]
  }
  return `/c/example/pages/${found.hits[0]?.page ?? 1}`
}

async function isAtWork(harness: WebHarness): Promise<boolean> {
  const { state, workers } = (await ask(harness, '/api/collections/example/crawl')) as {
    state: string
    workers: unknown[]
  }
  if (state !== 'starting' && state !== 'running') throw new Error(`the crawl is ${state}`)
  return state === 'running' && workers.length > 0
}

async function takePicture(page: Page, name: string): Promise<number> {
  await page.locator('main h1').first().waitFor()
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
  await sleep(DRAWN_MS)
  const picture = palettePng(await page.screenshot())
  await writeFile(join(OUT, `${name}.png`), picture)
  return picture.length
}

const selected = new Set(process.argv.slice(2))
const folder = await mkdtemp(join(tmpdir(), 'eventide-screenshots-'))
console.log('crawling the example web ...')
await crawlExample(join(folder, 'example'), '--pages', '800')
await crawlExample(join(folder, 'example-breadth-first'), '--pages', '500', '--strategy', 'breadth-first')
const harness = await openWebHarness({ folder })
let bytes = 0
try {
  await mkdir(OUT, { recursive: true })
  await newEvent(harness)
  if (selected.size === 0 || selected.has('lab')) await compare(harness)
  const paths = new Map<string, string>([
    ['page', await bestPage(harness)],
    ['library', '/library?in=example&q=storm+surge'],
    ['compare', '/compare?in=example,example-breadth-first'],
  ])
  for (const [screen, path] of SCREENS.filter(([name]) => selected.size === 0 || selected.has(name))) {
    // Shown while it runs, slowly enough for three pictures.
    if (screen === 'crawl') {
      const settings = { morePages: 400, delay: 1_000 }
      await ask(harness, '/api/collections/example/crawl/start', { settings, seeds: [] })
      while (!(await isAtWork(harness))) await sleep(500)
    }
    for (const [look, viewport, colorScheme] of LOOKS) {
      const page = await harness.open(paths.get(screen) ?? path, { viewport, colorScheme })
      const size = await takePicture(page, `${screen}-${look}`)
      bytes += size
      console.log(`${screen}-${look}.png ${(size / 1000).toFixed(0)} KB`)
      await page.context().close()
    }
    if (screen === 'crawl') await ask(harness, '/api/collections/example/crawl/stop', {})
  }
  console.log(`${(bytes / 1e6).toFixed(2)} MB in all`)
} finally {
  await harness.close()
  await rm(folder, { recursive: true, force: true })
}
