import { describe, expect, it } from 'vitest'
import type { Lease } from '../../model/crawl.ts'
import type { CrawlSpecification } from '../../model/crawl-options.ts'
import type { Store } from '../../store/store.ts'
import { LiveOptions } from '../live-options.ts'
import { crawlLoop } from './loop.ts'
import { PauseControl } from './pause-control.ts'
import { emptyStats } from './stats.ts'

const strategy = {
  name: 'test',
  judge: () => ({ relevance: 0, relevant: false, evidence: {} }),
  score: () => [],
}
const never = new AbortController().signal

/** A queue of numbered leases, each ready at its time, and a clock that advances to the end of each wait. */
function bed(readyAt: number[]) {
  let now = 0
  const queue = readyAt.map((at, id) => ({ at, id }))
  const clock = {
    now: () => now,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
        if (!Number.isFinite(ms)) return
        setImmediate(() => {
          if (!signal.aborted) now += ms
          resolve()
        })
      }),
  }
  const store = {
    async claim({ n, now: at }: { n: number; now: number }) {
      const due = queue.filter((item) => item.at <= at).slice(0, n)
      for (const item of due) queue.splice(queue.indexOf(item), 1)
      return due.map(({ id }) => ({ id }) as Lease)
    },
    async nextReady() {
      return queue.length === 0 ? null : Math.min(...queue.map((item) => item.at))
    },
  } as unknown as Store
  return { parts: { store, clock, strategy, drawsAt: () => () => 0.5 }, left: () => queue.length }
}

const options = (given: CrawlSpecification = {}) => new LiveOptions({ pages: 100, concurrency: 3, ...given })

describe('crawlLoop', () => {
  it('visits everything, never exceeds the concurrency, and waits for hosts that are not ready', async () => {
    const { parts } = bed([0, 0, 0, 0, 50, 120])
    const stats = emptyStats(0, 0)
    let atOnce = 0
    let maxAtOnce = 0
    const end = await crawlLoop(
      parts,
      options(),
      stats,
      async () => {
        maxAtOnce = Math.max(maxAtOnce, ++atOnce)
        await new Promise((resolve) => setImmediate(resolve))
        atOnce--
        stats.fetched++
      },
      never,
    )
    expect(end).toBe('exhausted')
    expect(stats.fetched).toBe(6)
    expect(maxAtOnce).toBe(3)
  })

  it('never fetches more pages than the budget, however many visits run at once', async () => {
    const { parts, left } = bed(Array(20).fill(0))
    const stats = emptyStats(0, 0)
    const end = await crawlLoop(
      parts,
      options({ pages: 7, concurrency: 5 }),
      stats,
      async () => {
        await new Promise((resolve) => setImmediate(resolve))
        stats.fetched++
      },
      never,
    )
    expect([end, stats.fetched, left()]).toEqual(['pages', 7, 13])
  })

  it('ends when every remaining host has to wait longer than its patience', async () => {
    const { parts } = bed([0, 1_000_000])
    const stats = emptyStats(0, 0)
    expect(
      await crawlLoop(parts, options({ patience: 5000 }), stats, async () => void stats.fetched++, never),
    ).toBe('waiting')
  })

  it('ends when the time budget is used up', async () => {
    const { parts } = bed([0, 100, 200, 300])
    const stats = emptyStats(0, 0)
    expect(
      await crawlLoop(parts, options({ time: 150 }), stats, async () => void stats.fetched++, never),
    ).toBe('time')
    expect(stats.fetched).toBe(2)
  })

  it('ends when the strategy is saturated, if requested', async () => {
    const stats = emptyStats(0, 0)
    const saturated = () => (stats.fetched >= 2 ? ['nothing for a while'] : null)
    const run = async (stopWhenSaturated: boolean) => {
      stats.fetched = 0
      const { parts } = bed([0, 0, 0, 0])
      const crawl = { ...parts, strategy: { ...strategy, saturated } }
      const given = options({ stopWhenSaturated, concurrency: 1 })
      return [await crawlLoop(crawl, given, stats, async () => void stats.fetched++, never), stats.fetched]
    }
    expect(await run(true)).toEqual(['saturated', 2])
    expect(await run(false)).toEqual(['exhausted', 4])
  })

  it('waits for the visits in progress when it is stopped', async () => {
    const { parts } = bed([0, 0, 0, 0])
    const stop = new AbortController()
    const stats = emptyStats(0, 0)
    const end = await crawlLoop(
      parts,
      options({ concurrency: 2 }),
      stats,
      async () => {
        stop.abort()
        await new Promise((resolve) => setImmediate(resolve))
        stats.fetched++
      },
      stop.signal,
    )
    expect([end, stats.fetched]).toEqual(['stopped', 2])
  })

  it('rethrows the first error after the other visits have ended', async () => {
    const { parts } = bed([0, 0])
    const stats = emptyStats(0, 0)
    const crawl = crawlLoop(
      parts,
      options(),
      stats,
      async ({ id }) => {
        if (id === 0) throw new Error('disk full')
        await new Promise((resolve) => setImmediate(resolve))
        stats.fetched++
      },
      never,
    )
    await expect(crawl).rejects.toThrow('disk full')
    expect(stats.fetched).toBe(1)
  })
  it('follows a change of concurrency while it runs', async () => {
    const { parts } = bed(Array(30).fill(0))
    const stats = emptyStats(0, 0)
    const live = options({ concurrency: 1 })
    const atOnce: number[] = []
    let running = 0
    await crawlLoop(
      parts,
      live,
      stats,
      async () => {
        atOnce.push(++running)
        if (stats.fetched === 5) live.change({ ...live.now, concurrency: 4 })
        await new Promise((resolve) => setImmediate(resolve))
        running--
        stats.fetched++
      },
      never,
    )
    expect(Math.max(...atOnce.slice(0, 5))).toBe(1)
    expect(Math.max(...atOnce)).toBe(4)
  })

  it('does not count the time spent paused', async () => {
    const { parts } = bed([0, 100])
    const stats = emptyStats(0, 0)
    const pause = new PauseControl()
    pause.pause(0)
    const advance = parts.clock.wait
    const clock = {
      ...parts.clock,
      wait: async (ms: number, signal: AbortSignal) => {
        if (!pause.isPaused) return advance(ms, signal)
        await advance(10_000, never)
        pause.resume(clock.now())
      },
    }
    const end = await crawlLoop(
      { ...parts, clock, pauseControl: pause, startedAt: 0 },
      options({ time: 150 }),
      stats,
      async () => void stats.fetched++,
      never,
    )
    expect([end, stats.fetched]).toEqual(['exhausted', 2])
  })
})
