import { describe, expect, it } from 'vitest'
import { harvestSlope } from './harvest-slope.ts'

describe('harvestSlope', () => {
  it('is null while there are only a few pages', () => {
    expect(harvestSlope([])).toBeNull()
    expect(harvestSlope([{ fetched: 10, kept: 10 }])).toBeNull()
  })

  it('measures the most recent pages, not the whole crawl', () => {
    const rising = Array.from({ length: 100 }, (_, i) => ({ fetched: 10 * (i + 1), kept: 10 * (i + 1) }))
    const flat = Array.from({ length: 100 }, (_, i) => ({ fetched: 1000 + 10 * (i + 1), kept: 1000 }))
    expect(harvestSlope(rising)).toBe(1)
    expect(harvestSlope([...rising, ...flat])).toBe(0)
  })

  it('measures from the beginning of the crawl if there is no earlier point', () => {
    expect(harvestSlope([{ fetched: 40, kept: 10 }])).toBe(0.25)
  })
})
