// Cost of reading and judging a page of real news HTML: `npx tsx bench/speed/reading.ts <data folder>`. One core, everything on.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PageInput, readPage } from '../../src/page/read-page.ts'
import { createGeoparser } from '../../src/place/geoparser.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { createStrategy, DEFAULT_STRATEGY } from '../../src/score/registry.ts'

/** Pages about as large as the news pages of today. */
const [MIN, MAX] = [100_000, 250_000]
const ROUNDS = 3

const data = process.argv[2]
if (!data) throw new Error('Usage: npx tsx bench/speed/reading.ts <data folder>')
const pages = load(data)
const gazetteer = loadGazetteer()
const geoparser = createGeoparser(gazetteer)
const place = gazetteer.resolve('Berlin')!
const strategy = createStrategy(DEFAULT_STRATEGY, {
  event: {
    name: 'Flood in Berlin',
    what: [
      'flood',
      'rescue',
      'water',
      'evacuation',
      'storm',
      'dam',
      'river',
      'rain',
      'damage',
      'victims',
    ].map((term) => ({ term, weight: 1 })),
    where: [{ name: 'Berlin', place, weight: 1 }],
    when: { start: '2016-06-01', interest: [] },
    who: [{ term: 'Deutsches Rotes Kreuz', weight: 1 }],
    languages: ['en', 'de'],
    seeds: [],
  },
  random: () => 0.5,
})

const kilobytes = pages.reduce((sum, page) => sum + page.body.length, 0) / pages.length / 1000
const plain = leastCpu(() => pages.map((page) => readPage(page)))
const placed = leastCpu(() => pages.map((page) => readPage(page, { geoparser })))
const readings = pages.map((page) => readPage(page, { geoparser }))
// Copies, so that nothing a strategy has cached about a page affects the second run.
const judged = leastCpu(() => readings.map((page) => strategy.judge({ ...page })))
const verdict = strategy.judge(readings[0]!)
const links = leastCpu(() =>
  readings.map((page) =>
    strategy.score(page.links, {
      id: 1,
      canonicalUrl: page.url,
      page,
      verdict,
      depth: 0,
      source: 'x',
      link: { score: 1, evidence: {} },
    }),
  ),
)
const whole = placed + judged
console.log(
  [
    `${pages.length} pages of ${kilobytes.toFixed(0)} KB on average, minimum of ${ROUNDS} rounds, CPU ms per page:`,
    `  reading without places ${plain.toFixed(2)} (stages: npx tsx bench/eval/content.ts)`,
    `  places ${(placed - plain).toFixed(2)}, judging (${strategy.name}) ${judged.toFixed(2)}, scoring ${(readings.reduce((n, r) => n + r.links.length, 0) / readings.length).toFixed(0)} links ${links.toFixed(2)}`,
    `  reading and judging ${whole.toFixed(2)} = ${(1000 / whole).toFixed(0)} pages a second per core`,
  ].join('\n'),
)

function leastCpu(work: () => unknown): number {
  let minimum = Number.POSITIVE_INFINITY
  for (let i = 0; i <= ROUNDS; i++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    // The first round warms up caches and the compiler.
    if (i > 0) minimum = Math.min(minimum, (user + system) / 1000 / pages.length)
  }
  return minimum
}

function load(folder: string): PageInput[] {
  const scratch = mkdtempSync(join(tmpdir(), 'eventide-reading-'))
  try {
    execFileSync('tar', ['xJf', join(folder, 'dates/html.tar.xz'), '-C', scratch])
    const gold = JSON.parse(readFileSync(join(folder, 'dates/gold.json'), 'utf8')) as Record<
      string,
      { file: string }
    >
    const urls = new Map(Object.entries(gold).map(([url, { file }]) => [file, url]))
    return readdirSync(join(scratch, 'html'))
      .filter((file) => {
        const { size } = statSync(join(scratch, 'html', file))
        return size >= MIN && size <= MAX
      })
      .map((file) => ({
        url: urls.get(file) ?? `http://x.example/${file}`,
        body: readFileSync(join(scratch, 'html', file)),
        contentType: 'text/html',
      }))
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
