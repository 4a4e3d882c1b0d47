import { describe, expect, it } from 'vitest'
import { OtherWords } from './other-words.ts'

describe('OtherWords', () => {
  it('is neutral before any outcome', () => {
    expect(new OtherWords().odds(['belrini', 'rebuilds'], 0.3)).toBe(0)
  })

  it('distinguishes names of other stories after a few pages', () => {
    const words = new OtherWords()
    for (let i = 0; i < 4; i++) {
      words.learn(['belrini', 'rebuilds'], false, 1)
      words.learn(['guiuan', 'rebuilds'], true, 1)
    }
    expect(words.odds(['belrini'], 0.5)).toBeLessThan(-0.5)
    expect(words.odds(['guiuan'], 0.5)).toBeGreaterThan(0.5)
    expect(Math.abs(words.odds(['rebuilds'], 0.5))).toBeLessThan(0.01)
  })

  it('learns less from a page of low trust, and never outweighs a word of the event', () => {
    const words = new OtherWords()
    for (let i = 0; i < 500; i++) words.learn(['stuffed', 'page'], true, 0.01)
    const trusted = new OtherWords()
    for (let i = 0; i < 500; i++) trusted.learn(['stuffed', 'page'], true, 1)
    expect(words.odds(['stuffed'], 0.3)).toBeLessThan(trusted.odds(['stuffed'], 0.3))
    expect(trusted.odds(['stuffed', 'page'], 0.001)).toBe(4)
  })
})
