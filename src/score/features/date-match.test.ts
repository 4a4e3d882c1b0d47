import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber } from '../../time/day.ts'
import { createDateMatch } from './date-match.ts'

const options = { tolerance: 1, horizon: 3650 }

describe('createDateMatch', () => {
  it('knows nothing without a day on both sides', () => {
    expect(createDateMatch({ interest: [] }, options)('2024-01-01').value).toBeNull()
    expect(createDateMatch({ start: '2024-01-01', interest: [] }, options)(null).value).toBeNull()
    expect(createDateMatch({ start: '2024-01-01', interest: [] }, options)('9999-99-99').value).toBeNull()
  })

  it('counts from the end of a long event', () => {
    const match = createDateMatch({ start: '2024-01-01', end: '2024-03-01', interest: [] }, options)
    expect(match('2024-02-15').value).toBe(1)
    expect(match('2024-03-02').value).toBeLessThan(1)
  })

  it('never rises with the days after, and stays within 0 and 1', () => {
    const match = createDateMatch({ start: '2000-01-01', interest: [] }, options)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 900 }), (day, later) => {
        const [a, b] = [
          match(dayFromNumber(10957 + day)).value,
          match(dayFromNumber(10957 + day + later)).value,
        ]
        expect(a).toBeLessThanOrEqual(1)
        expect(b).toBeGreaterThanOrEqual(0)
        expect(b).toBeLessThanOrEqual(a ?? 0)
      }),
    )
  })
})
