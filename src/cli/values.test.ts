import { describe, expect, it } from 'vitest'
import { bytesInWords, inWords, several, wholeNumber } from './values.ts'

describe('wholeNumber', () => {
  it('accepts numbers within bounds and refuses all else', () => {
    const read = wholeNumber(1, 10)
    expect(read('10')).toBe(10)
    for (const bad of ['0', '11', '1.5', '-1', 'x', '', '1e3', '0x2'])
      expect(() => read(bad)).toThrow(/whole number/)
  })
})

describe('several', () => {
  it('collects repeated options in order', () => {
    expect(several('b', several('a'))).toEqual(['a', 'b'])
  })
})

describe('inWords', () => {
  it('rounds durations', () => {
    expect([4_210, 61_000, 7_500_000].map(inWords)).toEqual(['4.2 s', '1 min 1 s', '2 h 5 min'])
  })
})

describe('bytesInWords', () => {
  it('rounds sizes', () => {
    expect([0, 999, 5e8, 1.55e9].map(bytesInWords)).toEqual(['0 B', '999 B', '500 MB', '1.6 GB'])
  })
})
