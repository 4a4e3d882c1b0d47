import { describe, expect, it } from 'vitest'
import { bytesInWords, duration, inWords, several, size, wholeNumber } from './values.ts'

describe('duration', () => {
  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['2h', 7_200_000],
    ['1.5d', 129_600_000],
  ])('reads %s', (text, ms) => expect(duration(text)).toBe(ms))

  it.each(['', '2', 'h', '-1h', '2 hours', '1e9h', 'NaNs'])('refuses "%s"', (text) => {
    expect(() => duration(text)).toThrow(/unit/)
  })
})

describe('wholeNumber', () => {
  it('takes numbers within bounds and refuses the rest', () => {
    const read = wholeNumber(1, 10)
    expect(read('10')).toBe(10)
    for (const bad of ['0', '11', '1.5', '-1', 'x', '', '1e3', '0x2'])
      expect(() => read(bad)).toThrow(/whole number/)
  })
})

it('gathers repeated options in order', () => {
  expect(several('b', several('a'))).toEqual(['a', 'b'])
})

it('says durations in words', () => {
  expect([4_210, 61_000, 7_500_000].map(inWords)).toEqual(['4.2 s', '1 min 1 s', '2 h 5 min'])
})

describe('sizes', () => {
  it('are read with their unit and written in words', () => {
    expect([size('0B'), size('500MB'), size('1.5 GB'), size('2TB')]).toEqual([0, 5e8, 1.5e9, 2e12])
    expect([0, 999, 5e8, 1.55e9].map(bytesInWords)).toEqual(['0 B', '999 B', '500 MB', '1.6 GB'])
    for (const text of ['', '5', 'GB', '-1GB', '1gb', '1e3MB', '1XB'])
      expect(() => size(text)).toThrow('unit')
  })
})
