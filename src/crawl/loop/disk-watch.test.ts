import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { archiveError } from '../../archive/archive-error.ts'
import { EventideError } from '../../model/errors.ts'
import { item } from '../../store/conformance/bed.ts'
import { openSqliteStore } from '../../store/sqlite/open.ts'
import type { Store } from '../../store/store.ts'
import { LiveOptions } from '../live-options.ts'
import { type DiskPause, DiskWatch } from './disk-watch.ts'
import { crawlLoop } from './loop.ts'
import { emptyStats } from './stats.ts'

const strategy = {
  name: 'test',
  judge: () => ({ relevance: 0, relevant: false, evidence: {} }),
  score: () => [],
}
const never = new AbortController().signal
const noSpace = () => archiveError('a.warc.gz', Object.assign(new Error('no space left'), { code: 'ENOSPC' }))

/** A clock that advances to the end of each wait, and a disk with the free space of the test case. */
function bed(room: (now: number) => number, minFree = 100) {
  let now = 0
  const reported: (DiskPause | null)[] = []
  const looks: number[] = []
  const clock = {
    now: () => now,
    wait: async (ms: number, signal: AbortSignal) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (!signal.aborted && Number.isFinite(ms)) now += ms
    },
  }
  const disk = new DiskWatch({
    path: '/',
    minFree: () => minFree,
    now: clock.now,
    free: async () => {
      looks.push(now)
      return room(now)
    },
    onPause: (pause) => reported.push(pause),
  })
  return { clock, disk, reported, looks }
}

async function withStore(use: (store: Store) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-disk-'))
  const store = await openSqliteStore(join(folder, 'collection.db'), { now: () => 0 })
  try {
    await use(store)
    expect(await store.check()).toEqual([])
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
}

const options = new LiveOptions({ pages: 100, concurrency: 2 })
const failedOutcome = { kind: 'failed', code: 'x', message: '', status: null } as const

describe('disk low', () => {
  it('pauses before anything is claimed, reports it once, and resumes when there is space again', async () => {
    const { clock, disk, reported, looks } = bed((now) => (now < 5_000 ? 99 : 100))
    await withStore(async (store) => {
      await store.add(['a', 'b', 'c'].map((host) => item(`https://${host}.example/`)))
      const visited: number[] = []
      const end = await crawlLoop(
        { store, clock, strategy, drawsAt: () => () => 0.5, disk },
        options,
        emptyStats(0, 0),
        async (lease) => {
          visited.push(clock.now())
          await store.complete(lease, failedOutcome, [], { notBefore: clock.now() })
        },
        never,
      )
      expect(end).toBe('exhausted')
      expect(visited).toEqual([5_000, 5_000, 5_000])
      expect(reported).toEqual([{ free: 99, minFree: 100 }, null])
      expect(looks).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000])
    })
  })

  it('returns a page that could not be written to the queue, without counting a failure, and fetches it again', async () => {
    const { clock, disk, reported } = bed(() => 1_000)
    await withStore(async (store) => {
      await store.add([item('https://a.example/'), item('https://b.example/')])
      const tries: string[] = []
      const end = await crawlLoop(
        { store, clock, strategy, drawsAt: () => () => 0.5, disk },
        options,
        emptyStats(0, 0),
        async (lease) => {
          tries.push(`${lease.host} ${lease.attempts} ${lease.lost}`)
          if (tries.length <= 3) throw noSpace()
          await store.complete(lease, failedOutcome, [], { notBefore: clock.now() })
        },
        never,
      )
      expect(end).toBe('exhausted')
      expect(tries.sort()).toEqual([
        'a.example 0 0',
        'a.example 0 0',
        'a.example 0 0',
        'b.example 0 0',
        'b.example 0 0',
      ])
      expect(reported[0]).toEqual({ free: null, minFree: 100 })
      expect(await store.counts()).toMatchObject({ queued: 0, leased: 0, failed: 2 })
    })
  })

  it('also waits while the database is full, and stops at once when requested', async () => {
    const { clock, disk } = bed(() => 1_000)
    await withStore(async (store) => {
      await store.add([item('https://a.example/')])
      const stop = new AbortController()
      let claims = 0
      const full: Store = Object.assign(Object.create(store), {
        nextReady: (now: number) => store.nextReady(now),
        claim: async () => {
          if (++claims === 3) stop.abort()
          throw new EventideError('store-full', 'the disk is full', { exit: 'store' })
        },
      })
      const parts = { store: full, clock, strategy, drawsAt: () => () => 0.5, disk }
      const end = await crawlLoop(parts, options, emptyStats(0, 0), async () => {}, stop.signal)
      expect(end).toBe('stopped')
      expect(claims).toBe(3)
      expect(await store.counts()).toMatchObject({ queued: 1, leased: 0 })
    })
  })

  it('reports a pause once, however often writes fail, and retries at growing intervals', async () => {
    const { clock, disk, reported } = bed(() => 1_000)
    const tries: number[] = []
    const wait = () => clock.wait(500, never)
    while (tries.length < 5) {
      if ((await disk.pause()) === null) {
        tries.push(clock.now())
        disk.refused(noSpace())
      }
      await wait()
    }
    expect(tries).toEqual([0, 2_000, 6_000, 14_000, 30_000])
    expect(reported).toEqual([{ free: null, minFree: 100 }])
    while (reported.length < 2) {
      await disk.pause()
      await wait()
    }
    expect(reported).toEqual([{ free: null, minFree: 100 }, null])
  })

  it('returns refused leases when it is stopped while other visits are in progress', async () => {
    const { clock, disk } = bed(() => 1_000)
    await withStore(async (store) => {
      await store.add([item('https://a.example/'), item('https://b.example/')])
      const stop = new AbortController()
      const end = await crawlLoop(
        { store, clock, strategy, drawsAt: () => () => 0.5, disk },
        options,
        emptyStats(0, 0),
        async (lease) => {
          if (lease.host === 'a.example') throw noSpace()
          stop.abort()
          for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
          await store.complete(lease, failedOutcome, [], { notBefore: 0 })
        },
        stop.signal,
      )
      expect(end).toBe('stopped')
      expect(await store.counts()).toMatchObject({ queued: 1, leased: 0, failed: 1 })
    })
  })

  it('lets every other error end the crawl', async () => {
    const { clock, disk } = bed(() => 1_000)
    await withStore(async (store) => {
      await store.add([item('https://a.example/')])
      const parts = { store, clock, strategy, drawsAt: () => () => 0.5, disk }
      const broken = archiveError('a.warc.gz', Object.assign(new Error('i/o error'), { code: 'EIO' }))
      const crawl = crawlLoop(
        parts,
        options,
        emptyStats(0, 0),
        async () => {
          throw broken
        },
        never,
      )
      await expect(crawl).rejects.toBe(broken)
    })
  })

  it('reads the free space of the real file system, and ignores one that cannot report it', async () => {
    const now = () => 0
    expect(await new DiskWatch({ path: tmpdir(), minFree: () => 0, now }).pause()).toBeNull()
    expect(
      await new DiskWatch({ path: tmpdir(), minFree: () => Number.MAX_VALUE, now }).pause(),
    ).toMatchObject({
      free: expect.any(Number),
    })
    expect(await new DiskWatch({ path: '/no/such/place', minFree: () => 1, now }).pause()).toBeNull()
  })
})
