import { describe, expect, it } from 'vitest'
import type { Reads } from '../store/reads.ts'
import { ReportCache } from './report-cache.ts'

function bed() {
  const state = { now: 0, version: '1', decisions: 0, found: 0 }
  const reads = { version: () => state.version, decisions: () => state.decisions } as Reads
  const remembered = new ReportCache(() => state.now)
  const find = (tookMs: number) => async () => {
    await Promise.resolve()
    state.now += tookMs
    return ++state.found
  }
  return { state, reads, remembered, find }
}

describe('ReportCache', () => {
  it('computes an answer once per version of the data', async () => {
    const { state, reads, remembered, find } = bed()
    const both = await Promise.all([1, 2].map(() => remembered.of(reads, 'a', find(5))))
    expect(both).toEqual([1, 1])
    state.now = 1e9
    expect(await remembered.of(reads, 'a', find(5))).toBe(1)
    state.version = '2'
    expect(await remembered.of(reads, 'a', find(5))).toBe(2)
    expect(await remembered.of(reads, 'b', find(5))).toBe(3)
  })

  it('reuses an old answer while data changes, for as long as it took to compute', async () => {
    const { state, reads, remembered, find } = bed()
    await remembered.of(reads, 'a', find(500))
    state.version = '2'
    state.now = 4_900
    expect(await remembered.of(reads, 'a', find(500))).toBe(1)
    state.now = 5_100
    expect(await remembered.of(reads, 'a', find(500))).toBe(2)
  })

  it("recomputes after a curator's decision", async () => {
    const { state, reads, remembered, find } = bed()
    await remembered.of(reads, 'a', find(500))
    state.version = '2'
    state.decisions = 1
    expect(await remembered.of(reads, 'a', find(500))).toBe(2)
  })

  it('does not cache a failure', async () => {
    const { reads, remembered, find } = bed()
    await expect(remembered.of(reads, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await remembered.of(reads, 'a', find(1))).toBe(1)
  })

  it('keeps the last few answers only', async () => {
    const { reads, remembered, find } = bed()
    for (let i = 0; i < 20; i++) await remembered.of(reads, `graph ${i}`, find(1))
    expect(await remembered.of(reads, 'graph 19', find(1))).toBe(20)
    expect(await remembered.of(reads, 'graph 0', find(1))).toBe(21)
  })
})
