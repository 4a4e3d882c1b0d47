import { describe, expect, it } from 'vitest'
import { retryDelayMs, wait } from './retry-after.ts'

const NOW = Date.UTC(2026, 0, 1)
const delay = (status: number, after?: string) =>
  retryDelayMs({ status, headers: new Headers(after === undefined ? {} : { 'retry-after': after }) }, NOW)

describe('retryDelayMs', () => {
  it('reads how long a busy server asks to wait, in seconds or as a date', () => {
    expect(delay(503, '5')).toBe(5_000)
    expect(delay(429, '0')).toBe(0)
    expect(delay(503, new Date(NOW + 3_000).toUTCString())).toBe(3_000)
    expect(delay(503, new Date(NOW - 3_000).toUTCString())).toBe(0)
  })

  it('does not wait for other statuses, without a time, or for too long', () => {
    expect([delay(500, '5'), delay(200, '5'), delay(503), delay(503, 'soon')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect([delay(503, '16'), delay(429, '999999'), delay(503, '-1')]).toEqual([null, null, null])
  })
})

describe('wait', () => {
  it('ends when the call is no longer needed', async () => {
    const gone = new AbortController()
    const waiting = wait(1_000_000, gone.signal)
    gone.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(wait(1_000_000, gone.signal)).rejects.toMatchObject({ name: 'AbortError' })
    await wait(0, undefined)
  })
})
