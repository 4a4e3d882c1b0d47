import { describe, expect, it } from 'vitest'
import { closest, didYouMean } from './did-you-mean.ts'

describe('closest', () => {
  it('finds a swapped, dropped, added or wrong letter', () => {
    for (const wrong of ['wehre', 'whee', 'wheree', 'whexe', 'WHERE']) {
      expect(closest(wrong, ['what', 'where', 'when'])[0]).toBe('where')
    }
  })

  it('stays silent when nothing is near', () => {
    expect(closest('banana', ['what', 'where'])).toEqual([])
    expect(didYouMean('banana', ['what'])).toBe('')
  })

  it('puts the suggestion in words', () => {
    expect(didYouMean('strat', ['start', 'end'])).toBe(' (did you mean "start"?)')
  })

  it('survives an enormous word', () => {
    expect(closest('x'.repeat(1_000_000), ['what'])).toEqual([])
  })
})
