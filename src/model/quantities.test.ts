import { describe, expect, it } from 'vitest'
import { formatDuration, formatSize, parseDuration, parseSize } from './quantities.ts'

describe('parseDuration', () => {
  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    [' 30 m ', 1_800_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each(['', '90', '-1s', '1 week', '1e3s', 's'])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeNull()
  })
})

describe('parseSize', () => {
  it.each([
    ['0B', 0],
    ['500MB', 5e8],
    ['1.5 GB', 1.5e9],
    ['10MiB', 10_485_760],
  ])('reads %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes)
  })

  it.each(['', '500', '1 PB', '-1B'])('refuses %j', (text) => {
    expect(parseSize(text)).toBeNull()
  })
})

describe('formatDuration and formatSize', () => {
  it.each([0, 1, 250, 1_000, 90_000, 300_000, 5_400_000, 86_400_000, 123_457])(
    'write %i ms so that it can be read back',
    (ms) => {
      expect(parseDuration(formatDuration(ms))).toBe(ms)
    },
  )

  it.each([0, 1, 65_536, 10_485_760, 1e9, 1.5e12])(
    'write %i bytes so that they can be read back',
    (bytes) => {
      expect(parseSize(formatSize(bytes))).toBe(bytes)
    },
  )

  it('choose the largest unit that gives a whole number', () => {
    expect([60_000, 90_000, 300_000, 5_400_000].map(formatDuration)).toEqual(['1m', '90s', '5m', '90m'])
    expect([1e9, 65_536, 1_500].map(formatSize)).toEqual(['1GB', '64KiB', '1500B'])
  })
})
