import { describe, expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const NOW = Date.UTC(2026, 10, 15)

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    [' 7 ', 7000],
    ['Sun, 15 Nov 2026 00:00:07 GMT', 7000],
    ['Sunday, 15-Nov-26 00:00:07 GMT', 7000],
    ['Sun Nov 15 00:00:07 2026', 7000],
    ['Sat, 14 Nov 2026 00:00:00 GMT', 0],
    ['-1', null],
    ['1.5', null],
    ['tomorrow', null],
    ['', null],
    ['9'.repeat(100), null],
  ])('reads %j as %j ms', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms)
  })
})
