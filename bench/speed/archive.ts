// Cost and size of the archive by gzip level: `npx tsx bench/speed/archive.ts <folder of HTML files>`.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '../../src/archive/warc-writer.ts'
import type { Exchange } from '../../src/model/exchange.ts'

/** Pages about as large as current news pages, as many at a time as in a crawl. */
const [MIN, MAX] = [100_000, 250_000]
const AT_A_TIME = 16
const ROUNDS = 4

const folder = process.argv[2]
if (!folder) throw new Error('Usage: npx tsx bench/speed/archive.ts <folder>')
const pages = readdirSync(folder)
  .map((name) => join(folder, name))
  .filter((path) => statSync(path).size >= MIN && statSync(path).size <= MAX)
  .map((path, at) => exchangeOf(readFileSync(path), at))
const received = pages.reduce((sum, { body }) => sum + body.length, 0)
const mean = received / pages.length / 1000
process.stdout.write(`${pages.length} pages, ${mean.toFixed(0)} KB each; figures are for one page\n`)

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 9]
const best = new Map<number, Awaited<ReturnType<typeof write>>>()
// All levels in each round, so that warm-up and other load affect all of them equally.
for (let round = 0; round < ROUNDS; round += 1) {
  for (const gzipLevel of LEVELS) {
    const run = await write(gzipLevel)
    if (run.cpu < (best.get(gzipLevel)?.cpu ?? Number.POSITIVE_INFINITY)) best.set(gzipLevel, run)
  }
}
for (const [gzipLevel, { cpu, stored }] of best) {
  const row = [
    `level ${gzipLevel}`,
    `${(received / stored).toFixed(2)} : 1`,
    `${(cpu / pages.length).toFixed(2)} ms of processor`,
    `${(received / 1e3 / cpu).toFixed(0)} MB/s`,
  ]
  process.stdout.write(`${row.join('   ')}\n`)
}

async function write(gzipLevel: number) {
  const dir = mkdtempSync(join(tmpdir(), 'eventide-bench-'))
  try {
    const archive = await openArchive(dir, { software: 'bench', gzipLevel })
    const before = process.cpuUsage()
    for (let at = 0; at < pages.length; at += AT_A_TIME) {
      const batch = pages.slice(at, at + AT_A_TIME)
      await Promise.all(batch.map((page) => archive.append(page, () => noteOf(page))))
    }
    await archive.close()
    const { user, system } = process.cpuUsage(before)
    const stored = readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)
    return { cpu: (user + system) / 1000, stored }
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** About as much metadata as a crawl records for a page. */
function noteOf({ url }: Exchange) {
  const part = (name: string) => ({ value: 0.5, weight: 1, because: [`${name} one`, `${name} two`, url] })
  const evidence = { topic: part('topic'), place: part('place'), date: part('date'), parent: part('parent') }
  return { verdict: { relevance: 0.5, relevant: true, evidence }, link: { score: 0.5, evidence } }
}

function exchangeOf(body: Buffer, at: number): Exchange {
  return {
    url: `https://news.example/${at}`,
    method: 'GET',
    requestHeaders: [['Host', 'news.example']],
    status: 200,
    statusText: 'OK',
    responseHeaders: [
      ['Content-Type', 'text/html'],
      ['Content-Length', String(body.length)],
    ],
    body,
    truncated: null,
    ip: '192.0.2.1',
    startedAt: new Date('2026-01-01T00:00:00Z'),
  }
}
