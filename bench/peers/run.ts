// Eventide with all features compared with crawlers that only extract links and text: `npx tsx bench/peers/run.ts <data folder>
// [--pages 5000] [--rounds 3] [--concurrency 20] [--only eventide,scrapy]`. Compare the ratios; the machine may be shared.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measure, type Run } from './measure.ts'
import { bare, crawlee, eventide, type Peer, scrapy } from './peers.ts'
import { startServer } from './start-server.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '20' },
    only: { type: 'string' },
    crawlee: { type: 'string', default: join(tmpdir(), 'eventide-peers-crawlee') },
  },
})
const [data] = positionals
if (!data) throw new Error('Usage: npx tsx bench/peers/run.ts <data folder>')

const only = values.only?.split(',')
const isSelected = (name: string) => !only || only.some((part) => name.startsWith(part))
const found = [
  eventide(),
  ...(!only || only.some((part) => part.startsWith('crawlee')) ? crawlee(values.crawlee) : []),
  isSelected('scrapy') ? scrapy() : undefined,
  bare(),
]
if (isSelected('scrapy') && !found.some((peer) => peer?.name === 'scrapy'))
  console.log('Skipping scrapy: python3-scrapy is not installed, and installing it needs root')
const peers = found.filter((peer): peer is Peer => peer !== undefined && isSelected(peer.name))

const { child, port } = await startServer(data, values.pages)
const runs = new Map<Peer, Run[]>(peers.map((peer) => [peer, []]))
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const peer of peers) {
      const folder = mkdtempSync(join(tmpdir(), 'eventide-peer-'))
      try {
        const task = { port, pages: Number(values.pages), concurrency: Number(values.concurrency), folder }
        const run = await measure(peer.command(task), folder)
        runs.get(peer)?.push(run)
        console.error(`round ${round + 1}: ${peer.name} ${(run.pages / run.seconds).toFixed(1)} pages/s`)
      } finally {
        rmSync(folder, { recursive: true })
      }
    }
  }
} finally {
  child.kill()
}
report()

function report(): void {
  const mine = [...runs].find(([peer]) => peer.name === 'eventide')?.[1]
  const gigabytes = totalmem() / 2 ** 30
  console.log(
    `${values.pages} pages, ${values.concurrency} at a time, ${values.rounds} rounds in turn, medians; ` +
      `${availableParallelism()} cores (${cpus()[0]?.model ?? '?'}), ${gigabytes.toFixed(0)} GB, Node ${process.versions.node}\n`,
  )
  console.log(
    '| crawler | version | pages | pages/s | Eventide is faster by | CPU ms/page | cores busy | peak MB |',
  )
  console.log('|---|---|--:|--:|--:|--:|--:|--:|')
  for (const [peer, all] of runs) {
    const pages = median(all.map((run) => run.pages))
    const speed = median(all.map((run) => run.pages / run.seconds))
    // Ratios within one round, in which the load of the machine is similar.
    const ratio = mine && median(all.map((run, i) => speedOf(mine[i]) / speedOf(run)))
    const cpu = median(all.map((run) => (1000 * run.cpuSeconds) / run.pages))
    const busy = median(all.map((run) => run.cpuSeconds / run.seconds))
    const peak = Math.max(...all.map((run) => run.peakMegabytes))
    const cells = [peer.name, peer.version, pages, speed.toFixed(1), ratio?.toFixed(2) ?? '']
    console.log(`| ${[...cells, cpu.toFixed(2), busy.toFixed(2), peak.toFixed(0)].join(' | ')} |`)
  }
}

function speedOf(run: Run | undefined): number {
  return run ? run.pages / run.seconds : Number.NaN
}

function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
