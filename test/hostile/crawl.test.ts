import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyArchive } from '../../src/archive/verify.ts'
import { openArchive } from '../../src/archive/warc-writer.ts'
import { systemClock } from '../../src/crawl/clock.ts'
import { seedItem } from '../../src/crawl/links/link-items.ts'
import { LiveOptions } from '../../src/crawl/live-options.ts'
import { emptyStats } from '../../src/crawl/loop/stats.ts'
import { expectedCaptures } from '../../src/crawl/recovery/expected-captures.ts'
import { createEgress } from '../../src/fetch/egress.ts'
import { createScope } from '../../src/frontier/scope/scope.ts'
import { readPage } from '../../src/page/read-page.ts'
import { runPipeline } from '../../src/pipeline.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { startHostileWeb } from '../hostile-web/server.ts'

const EVENT = {
  name: 'x',
  what: [{ term: 'fine', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  languages: [],
  seeds: [],
}
const never = new AbortController().signal

/** The expected state and code of each URL. */
const EXPECTED: readonly (readonly [string, string, string | null])[] = [
  ['/ok', 'done', null],
  ['/image', 'excluded', 'content-type'],
  ['/status/404', 'failed', 'http-404'],
  ['/status/500', 'failed', 'http-500'],
  ['/campaign?utm_source=mail', 'done', null],
  ['/status/404?utm_source=mail', 'failed', 'http-404'],
  ['/silent', 'failed', 'timeout'],
  ['/header-drip', 'failed', 'timeout'],
  ['/drip', 'done', null],
  ['/infinite', 'done', null],
  ['/big-header', 'failed', 'headers'],
  ['/many-headers', 'failed', 'headers'],
  ['/hang-up', 'failed', 'disconnect'],
  ['/malformed/garbage', 'failed', 'protocol'],
  ['/encodings?count=6', 'failed', 'encoding'],
  ['/bomb/gzip', 'done', null],
  ['/redirect/self', 'failed', 'redirect-loop'],
  ['/redirect/a', 'done', 'redirect'],
  ['/redirect/chain/3', 'done', 'redirect'],
  ['/redirect/file', 'failed', 'bad-redirect'],
  ['/redirect/long', 'failed', 'bad-redirect'],
  ['/429', 'queued', null],
]

describe('a crawl of a hostile web', () => {
  let folder: string
  let store: Store
  let web: Awaited<ReturnType<typeof startHostileWeb>>

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-hostile-'))
    store = await openSqliteStore(join(folder, 'collection.db'))
    web = await startHostileWeb()
  })

  afterEach(async () => {
    await web.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('ends with every URL accounted for and a sound archive', async () => {
    const address = (path: string, i: number) => `http://h${i}.test:${web.port}${path}`
    await store.add(EXPECTED.map(([path], i) => seedItem(address(path, i))!))
    const archive = await openArchive(join(folder, 'archive'), { software: 'test' })
    const limits = {
      connectMs: 2_000,
      headersMs: 1_000,
      idleMs: 500,
      totalMs: 2_500,
      rawBytes: 200_000,
      decodedBytes: 200_000,
    }
    const fetcher = createEgress({
      allowPrivate: true,
      resolver: async () => ['127.0.0.1'],
      limits,
    })
    const options = new LiveOptions({ patience: 2_000, delay: 0 }, { backOffMs: 5, maxBackOffMs: 20 })
    const stats = emptyStats(0, 0)
    const parts = {
      store,
      archive,
      fetcher,
      strategy: createStrategy('best-first', { event: EVENT, random: () => 0.5 }),
      read: (input: Parameters<typeof readPage>[0]) => readPage(input),
      scope: createScope(),
      clock: systemClock,
      random: () => 0.5,
      drawsAt: () => () => 0.5,
    }
    // Only the host that requested an hour of delay is left.
    expect(await runPipeline(parts, options, stats, { drain: never, abandon: never })).toBe('waiting')
    await archive.close()
    await fetcher.close()

    const ends: [string, string, string | null][] = []
    for (const [i, [path]] of EXPECTED.entries()) {
      const known = await store.explain(seedItem(address(path, i))!.canonicalUrl)
      ends.push([path, known!.state, known!.ending?.code ?? null])
    }
    expect(ends).toEqual(EXPECTED)
    expect(await store.check()).toEqual([])
    const errors = []
    for await (const problem of verifyArchive(join(folder, 'archive'), expectedCaptures(store)))
      if (problem.level === 'error') errors.push(problem)
    expect(errors).toEqual([])
  })
})
