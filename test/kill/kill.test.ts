import { beforeAll, describe, expect, it } from 'vitest'
import { type CrawlTrace, killedCrawl, type Manner, unkilledCrawl } from './harness.ts'
import { createIslandWeb } from './island-web.ts'

/** EVENTIDE_KILL_SEEDS=200 npx vitest run test/kill; EVENTIDE_KILL_FIRST=17 EVENTIDE_KILL_SEEDS=1 repeats seed 17. */
const SEEDS = Number(process.env.EVENTIDE_KILL_SEEDS ?? 12)
const FIRST = Number(process.env.EVENTIDE_KILL_FIRST ?? 1)
const seeds = Array.from({ length: SEEDS }, (_, i) => FIRST + i)

describe('a crawl killed at any moment resumes without loss (reliability, section 2)', () => {
  const whole = {} as Record<Manner, CrawlTrace>

  beforeAll(async () => {
    for (const manner of ['exact', 'polite'] as const) {
      whole[manner] = await unkilledCrawl(manner)
      expect(whole[manner].problems).toEqual([])
      expect(whole[manner].pages.length).toBe(createIslandWeb().size)
      expect(whole[manner].calls).toBeGreaterThan(1000)
    }
  }, 300_000)

  it.each(seeds)(
    'seed %i',
    async (seed) => {
      const manner: Manner = seed % 2 ? 'exact' : 'polite'
      const killed = await killedCrawl(seed, manner, whole[manner].calls)
      const description = `seed ${seed}, ${manner}: ${killed.plan.join('; ')}`
      expect(killed.problems, description).toEqual([])
      expect(killed.counts, description).toEqual(whole[manner].counts)
      expect(killed.captures, description).toEqual(whole[manner].captures)
      expect(new Set(killed.pages).size, description).toBe(killed.pages.length)
      if (manner === 'exact') expect(killed.pages, description).toEqual(whole.exact.pages)
      else {
        expect([...killed.pages].sort(), description).toEqual([...whole.polite.pages].sort())
        // Clocks count whole milliseconds, so a delay of 15 may look like 14.
        expect(killed.shortestGap, description).toBeGreaterThanOrEqual(14)
      }
    },
    300_000,
  )
})
