import { describe, expect, it } from 'vitest'
import { harvestSlope } from './harvest-slope.ts'

describe('harvestSlope', () => {
  it('is not told from a handful of pages', () => {
    expect(harvestSlope([])).toBeNull()
    expect(harvestSlope([{ fetched: 10, kept: 10 }])).toBeNull()
  })

  it('tells the last stretch, not the whole', () => {
    const rising = Array.from({ length: 100 }, (_, i) => ({ fetched: 10 * (i + 1), kept: 10 * (i + 1) }))
    const flat = Array.from({ length: 100 }, (_, i) => ({ fetched: 1000 + 10 * (i + 1), kept: 1000 }))
    expect(harvestSlope(rising)).toBe(1)
    expect(harvestSlope([...rising, ...flat])).toBe(0)
  })

  it('takes the beginning of the crawl when there is no earlier point', () => {
    expect(harvestSlope([{ fetched: 40, kept: 10 }])).toBe(0.25)
  })
})
