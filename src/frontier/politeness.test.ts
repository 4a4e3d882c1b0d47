import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLITENESS, pauseAfter, type RequestOutcome, retryDecision } from './politeness.ts'

const NOW = Date.UTC(2026, 10, 15)
const pause = (end: Partial<RequestOutcome>, random = 0, options = POLITENESS) =>
  pauseAfter({ now: NOW, status: 200, pace: null, ...end }, options, () => random)
const pauseOf = (end: Partial<RequestOutcome>, random?: number) => pause(end, random).notBefore - NOW

describe('pauseAfter', () => {
  it('is the delay after a successful response or a 404', () => {
    expect(pause({})).toEqual({ notBefore: NOW + 1000, pace: { delayMs: 1000, failures: 0 } })
    expect(pauseOf({ status: 404 })).toBe(1000)
  })

  it('is the crawl delay if that is longer, up to a minute', () => {
    expect(pauseOf({ crawlDelaySeconds: 0.5 })).toBe(1000)
    expect(pauseOf({ crawlDelaySeconds: 10 })).toBe(10_000)
    expect(pauseOf({ crawlDelaySeconds: 1e6 })).toBe(60_000)
    for (const crawlDelaySeconds of [-1, Number.NaN, null]) expect(pauseOf({ crawlDelaySeconds })).toBe(1000)
  })

  it('doubles with every consecutive failure, up to 15 minutes, until a successful response', () => {
    const fail = (failures: number) => pauseOf({ status: null, pace: { delayMs: 1000, failures } })
    expect([0, 1, 2, 3, 50].map(fail)).toEqual([5000, 10_000, 20_000, 40_000, 900_000])
    expect(pauseOf({ status: 502, pace: { delayMs: 1000, failures: 1 } }, 1)).toBe(12_500)
    expect(pause({ pace: { delayMs: 1000, failures: 9 } }).pace.failures).toBe(0)
  })

  it('follows Retry-After, up to an hour', () => {
    expect(pauseOf({ status: 503, retryAfter: '120' })).toBe(120_000)
    expect(pauseOf({ status: 503, retryAfter: '99999' })).toBe(3_600_000)
    expect(pauseOf({ status: 429, retryAfter: 'Sun, 15 Nov 2026 00:02:00 GMT' })).toBe(120_000)
    expect(pauseOf({ status: 503, retryAfter: 'soon' })).toBe(5000)
    expect(pauseOf({ status: 301, retryAfter: '0' })).toBe(1000)
  })

  it.each([429, 503])('doubles the delay of a host that answers %i, and recovers slowly', (status) => {
    let { pace } = pause({ status })
    expect(pace.delayMs).toBe(2000)
    pace = pause({ status, pace }).pace
    expect(pace).toEqual({ delayMs: 4000, failures: 2 })
    expect(pause({ status, pace: { delayMs: 50_000, failures: 0 } }).pace.delayMs).toBe(60_000)
    expect(pause({ pace }).pace).toEqual({ delayMs: 3800, failures: 0 })
    for (let i = 0; i < 20; i++) pace = pause({ pace }).pace
    expect(pace.delayMs).toBeGreaterThan(1000)
    for (let i = 0; i < 10; i++) pace = pause({ pace }).pace
    expect(pace.delayMs).toBe(1000)
    expect(pause({ status }, 0, { ...POLITENESS, delayMs: 0 }).pace.delayMs).toBe(2000)
    expect(pause({ status: 500 }).pace.delayMs).toBe(1000)
  })

  it('is finite and never shorter than the delay or the crawl delay', () => {
    const ends = fc.record({
      now: fc.constant(NOW),
      status: fc.option(fc.integer({ min: 100, max: 599 })),
      retryAfter: fc.string(),
      crawlDelaySeconds: fc.option(fc.double({ min: 0, max: 60 })),
      pace: fc.option(fc.record({ delayMs: fc.nat(1e6), failures: fc.nat(1e6) })),
    })
    fc.assert(
      fc.property(ends, fc.double({ min: 0, max: 1, noNaN: true }), (end, random) => {
        const result = pauseAfter(end, POLITENESS, () => random)
        const pause = result.notBefore - NOW
        expect(pause).toBeGreaterThanOrEqual(Math.max(1000, (end.crawlDelaySeconds ?? 0) * 1000 || 0))
        expect(pause).toBeLessThanOrEqual(3_600_000)
        expect(Number.isSafeInteger(result.notBefore)).toBe(true)
      }),
    )
  })
})

describe('retryDecision', () => {
  const ask = (attempts: number, status: number | null, retry = false, failures = 0) =>
    retryDecision({ attempts, status, retry, failures }, POLITENESS)

  it('allows three attempts when another may succeed', () => {
    expect([0, 1, 2].map((attempts) => ask(attempts, null, true))).toEqual([
      'try-again',
      'try-again',
      'give-up',
    ])
    expect([0, 2].map((attempts) => ask(attempts, 502))).toEqual(['try-again', 'give-up'])
    expect(ask(0, null, false)).toBe('give-up')
    expect(ask(0, 404)).toBe('give-up')
  })

  it('does not count attempts while a host is overloaded', () => {
    expect([ask(9, 429), ask(9, 503)]).toEqual(['wait', 'wait'])
    expect([7, 8].map((failures) => ask(0, 503, false, failures))).toEqual(['wait', 'try-again'])
    expect([1, 2].map((attempts) => ask(attempts, 429, false, 20))).toEqual(['try-again', 'give-up'])
  })
})
