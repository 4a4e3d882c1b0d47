/**
 * What a claim costs while a source with many queued hosts has used up its share or must pause: as a ratio to the cost without that source, in one run.
 *
 *   npx tsx bench/speed/held-source.ts [--hosts 100,1000,10000,50000]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { item, pageOutcome } from '../../src/store/conformance/bed.ts'
import { MIN_PAGES, type SourceLimits } from '../../src/store/rules/source-share.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'

const CLAIMS = 300
const BATCH = 1_000
/** Other sources, each with one host: enough for every claim. */
const OTHERS = 2 * CLAIMS
const { values } = parseArgs({ options: { hosts: { type: 'string', default: '100,1000,10000,50000' } } })

const LIMITS: Readonly<Record<string, SourceLimits>> = {
  'share used up': { share: 0.02, delayMs: 0, soonMs: 5_000 },
  'must pause': { share: 1, delayMs: 50_000, soonMs: 5_000 },
}

/** Milliseconds per claim and per `nextReady`. */
async function measure(hosts: number, limits: SourceLimits): Promise<{ claim: number; next: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'eventide-held-'))
  const store = await openSqliteStore(join(folder, 'collection.db'))
  try {
    for (let from = 0; from < hosts; from += BATCH) {
      const n = Math.min(BATCH, hosts - from)
      await store.add(
        Array.from({ length: n }, (_, i) => item(`https://h${from + i}.big.example/`, { score: 0.9 })),
      )
    }
    for (let i = 0; i < (hosts > 0 ? MIN_PAGES : 0); i++) {
      const [lease] = await store.claim({ n: 1, leaseMs: 1e6, worker: 'w', now: i * 1e5, sources: limits })
      if (lease) await store.complete(lease, pageOutcome(), [], { notBefore: 0 })
    }
    await store.add(
      Array.from({ length: OTHERS }, (_, i) => item(`https://www.small${i}.example/`, { score: 0.3 })),
    )
    let [claim, next] = [0, 0]
    const now = MIN_PAGES * 1e5 - 9e4
    for (let i = 0; i < CLAIMS; i++) {
      const begin = performance.now()
      const [lease] = await store.claim({ n: 1, leaseMs: 1e6, worker: 'w', now, sources: limits })
      const claimed = performance.now()
      await store.nextReady(now, limits)
      claim += claimed - begin
      next += performance.now() - claimed
      if (!lease || lease.source === 'big.example') throw new Error('another source should have been claimed')
      await store.complete(lease, pageOutcome({}, { relevant: false }), [], { notBefore: 1e9 })
    }
    return { claim: claim / CLAIMS, next: next / CLAIMS }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const [name, limits] of Object.entries(LIMITS)) {
  const alone = await measure(0, limits)
  console.log(
    `${name}: without the source ${alone.claim.toFixed(2)} ms per claim, ${alone.next.toFixed(2)} ms per nextReady`,
  )
  for (const hosts of values.hosts.split(',').map(Number)) {
    const { claim, next } = await measure(hosts, limits)
    console.log(
      `  ${String(hosts).padStart(7)} hosts: ${claim.toFixed(2)} ms (${(claim / alone.claim).toFixed(1)} times), ` +
        `nextReady ${next.toFixed(2)} ms (${(next / alone.next).toFixed(1)} times)`,
    )
  }
}
