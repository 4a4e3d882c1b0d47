import { describe, expect, it } from 'vitest'
import { groupPins, numbersOf } from './pin-groups.ts'

const pin = (number: number, lat: number, lon: number) => ({ number, lat, lon, title: 't', place: 'p' })

describe('pins', () => {
  it('that would cover each other share a head; none is lost', () => {
    const pins = [pin(1, 11.24, 125), pin(2, 11.24, 125), pin(3, 11.2, 125.05), pin(4, 40.7, -74)]
    const far = groupPins(pins, 10_000)
    expect(far.map(({ pins }) => numbersOf(pins))).toEqual(['1 2 3', '4'])
    const near = groupPins(pins, 10)
    expect(near.map(({ pins }) => numbersOf(pins))).toEqual(['1 2', '3', '4'])
  })

  it('account for the wide heads of groups', () => {
    // At 100 m to a pixel: two pins on one spot, and one 30 pixels beside it, clear of a narrow head but not of theirs.
    const pins = [pin(11, 0, 0), pin(12, 0, 0), pin(13, 0, 0.027)]
    expect(groupPins(pins, 100).map(({ pins }) => numbersOf(pins))).toEqual(['11 12 13'])
    expect(groupPins([pin(1, 0, 0), pin(3, 0, 0.027)], 100)).toHaveLength(2)
  })

  it('count what a head cannot bear', () => {
    const [group] = groupPins(
      [1, 2, 3, 4, 5].map((number) => pin(number, 0, 0)),
      1,
    )
    expect(group && numbersOf(group.pins)).toBe('1 2 3 +2')
  })
})
