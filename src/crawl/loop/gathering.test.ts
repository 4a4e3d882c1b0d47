import { describe, expect, it } from 'vitest'
import { Gathering } from './gathering.ts'

function gatheringAfter(visits: number, ms: number): Gathering {
  const gathering = new Gathering()
  for (let i = 0; i < visits; i++) gathering.visited(ms)
  return gathering
}

describe('Gathering', () => {
  it('waits until a quarter of the slots is free', () => {
    const gathering = gatheringAfter(100, 0)
    expect([1, 2, 4].map((free) => gathering.waitMs(free, 20 - free, 20, 1000))).toEqual([25, 25, 25])
    expect(gathering.waitMs(5, 15, 20, 1000)).toBe(0)
  })

  it('measures the wait from the first free slot, and anew after each choice', () => {
    const gathering = gatheringAfter(100, 0)
    expect(gathering.waitMs(1, 19, 20, 1000)).toBe(25)
    expect(gathering.waitMs(2, 18, 20, 1010)).toBe(15)
    expect(gathering.waitMs(2, 18, 20, 1025)).toBe(0)
    expect(gathering.waitMs(1, 19, 20, 1026)).toBe(25)
  })

  it('waits a tenth of the recent visit duration, 25 to 100 ms', () => {
    const waits = (ms: number) => Math.round(gatheringAfter(200, ms).waitMs(1, 19, 20, 0))
    expect([0, 100, 250, 600, 1000, 60_000].map(waits)).toEqual([25, 25, 25, 60, 100, 100])
  })

  it('adapts to longer visits', () => {
    const gathering = gatheringAfter(200, 100)
    for (let i = 0; i < 40; i++) gathering.visited(800)
    expect(gathering.waitMs(1, 19, 20, 0)).toBeGreaterThan(60)
  })

  it('does not wait when nothing runs, nothing is free, or there are few slots', () => {
    const gathering = gatheringAfter(100, 500)
    expect([
      gathering.waitMs(1, 0, 20, 0),
      gathering.waitMs(0, 20, 20, 0),
      gathering.waitMs(-1, 20, 20, 0),
    ]).toEqual([0, 0, 0])
    expect(new Gathering().waitMs(1, 3, 4, 0)).toBe(0)
  })
})
