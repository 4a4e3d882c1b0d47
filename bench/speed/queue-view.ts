// Cost of the live view of a large collection: npx tsx bench/speed/queue-view.ts [urls]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'

const URLS = Number(process.argv[2] ?? 1_000_000)
const HOSTS = 5_000
const BATCH = 5_000

const folder = await mkdtemp(join(tmpdir(), 'eventide-queue-view-'))
const store = await openSqliteStore(join(folder, 'collection.db'))
try {
  for (let i = 0; i < URLS; i += BATCH) {
    await store.add(
      Array.from({ length: Math.min(BATCH, URLS - i) }, (_, j) => {
        const n = i + j
        // A few hosts have most of the queued URLs, as on the web.
        const host = `h${Math.floor(HOSTS * (n / URLS) ** 3 * Math.abs(Math.sin(n)))}.example`
        const url = `http://${host}/${n}`
        const score = (n * 7919) % 1000
        return {
          ...{ url, canonicalUrl: url, host, source: host, score: score / 1000, evidence: {} },
          ...{ depth: 1, parent: null, anchor: '', redirects: 0, tunnel: 0 },
        }
      }),
    )
  }
  const times: number[] = []
  for (let i = 0; i < 9; i++) {
    const began = process.cpuUsage()
    await store.queueByHost(30, Date.now())
    const { user, system } = process.cpuUsage(began)
    times.push((user + system) / 1000)
  }
  const median = times.sort((a, b) => a - b)[4] ?? 0
  process.stdout.write(
    `queueByHost of ${URLS} waiting URLs: ${median.toFixed(1)} ms of processor (median of 9)\n`,
  )
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}
