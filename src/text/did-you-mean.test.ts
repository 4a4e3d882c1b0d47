import { describe, expect, it } from 'vitest'
import { closest, didYouMean } from './did-you-mean.ts'

describe('closest', () => {
  it('corrects a swapped, missing, extra or wrong letter', () => {
    for (const wrong of ['wehre', 'whee', 'wheree', 'whexe', 'WHERE']) {
      expect(closest(wrong, ['what', 'where', 'when'])[0]).toBe('where')
    }
  })

  it('suggests nothing when no candidate is close', () => {
    expect(closest('banana', ['what', 'where'])).toEqual([])
    expect(didYouMean('banana', ['what'])).toBe('')
  })

  it('formats the suggestion as a question', () => {
    expect(didYouMean('strat', ['start', 'end'])).toBe(' (did you mean "start"?)')
  })

  it('handles a very long word', () => {
    expect(closest('x'.repeat(1_000_000), ['what'])).toEqual([])
  })
})
