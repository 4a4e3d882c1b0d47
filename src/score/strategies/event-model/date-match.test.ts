import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber } from '../../../time/day.ts'
import { createDateMatch } from './date-match.ts'

const options = { tolerance: 1, horizon: 3650 }

describe('createDateMatch', () => {
  it('is unknown without dates on both sides', () => {
    expect(createDateMatch({ interest: [] }, options)('2024-01-01').value).toBeNull()
    expect(createDateMatch({ start: '2024-01-01', interest: [] }, options)(null).value).toBeNull()
    expect(createDateMatch({ start: '2024-01-01', interest: [] }, options)('9999-99-99').value).toBeNull()
  })

  it('counts from the end of a long event', () => {
    const match = createDateMatch({ start: '2024-01-01', end: '2024-03-01', interest: [] }, options)
    expect(match('2024-02-15').value).toBe(1)
    expect(match('2024-03-02').value).toBeLessThan(1)
  })

  it('raises a page that names the day, and lowers one of that week that names only other days', () => {
    const match = createDateMatch({ start: '2024-03-09', end: '2024-03-09', interest: [] }, options)
    const saturday = () => [{ weekday: 6 }]
    const ninth = () => [{ month: 3, date: 9, year: null }]
    expect(match('2024-03-11', saturday)).toEqual({
      value: 1,
      because: ['2024-03-11, 2 days after', 'names 2024-03-09'],
    })
    expect(match('2024-11-11', ninth).value).toBe(1)
    expect(match(null, ninth).value).toBe(1)
    expect(match(null, saturday).value).toBeNull()
    expect(match('2024-11-11', saturday).value).toBe(match('2024-11-11').value)
    expect(match('2026-11-11', ninth).value).toBe(match('2026-11-11').value)
    expect(match('2026-11-11', () => [{ month: 3, date: 9, year: 2024 }]).value).toBe(1)
    expect(match('2023-11-11', ninth).value).toBe(0)
    const other = match('2024-03-11', () => [{ weekday: 1 }])
    expect(other.value).toBeCloseTo((match('2024-03-11').value ?? 0) - 0.3, 12)
    expect(other.because[1]).toBe('names only other days')
  })

  it.each([{ end: '2024-03-20' }, {}])(
    'does not require a named day if the event lasted, or may have lasted, longer: %o',
    (end) => {
      const match = createDateMatch({ start: '2024-03-09', ...end, interest: [] }, options)
      expect(match('2024-03-11', () => [{ weekday: 0 }])).toEqual(match('2024-03-11'))
    },
  )

  it('treats pages before and after an extracted date alike', () => {
    const when = { start: '2024-03-02', end: '2024-03-09', interest: [] }
    const match = createDateMatch(when, { ...options, learned: true })
    expect(match('2024-03-05').value).toBe(1)
    expect(match('2024-02-01').value).toBe(match('2024-04-08').value)
    expect(match('2024-02-01').because).toEqual(['2024-02-01, 30 days before'])
    expect(createDateMatch(when, options)('2024-02-01').value).toBe(0)
  })

  it('never increases with time, and stays within 0..1', () => {
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
