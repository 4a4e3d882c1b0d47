import { describe, expect, it } from 'vitest'
import { completed, completionAt, quoted } from './completion.ts'

describe('completion', () => {
  it('finds the word at the caret', () => {
    expect(completionAt('storm pla', 9)).toEqual({ operator: null, typed: 'pla', start: 6, end: 9 })
    expect(completionAt('storm place:Tac rest', 15)).toEqual({
      operator: 'place:',
      typed: 'Tac',
      start: 6,
      end: 15,
    })
    expect(completionAt('-site:exa', 9)).toEqual({ operator: 'site:', typed: 'exa', start: 1, end: 9 })
    expect(completionAt('near:"New Yo', 12)).toEqual({
      operator: 'near:',
      typed: 'New Yo',
      start: 0,
      end: 12,
    })
  })

  it('completes nothing in gaps and phrases', () => {
    expect(completionAt('storm ', 6)).toBeNull()
    expect(completionAt('"storm sur', 10)).toBeNull()
    expect(completionAt('', 0)).toBeNull()
  })

  it('completes the word and keeps the rest', () => {
    const text = 'storm place:Tac rescue'
    const completion = completionAt(text, 15)!
    expect(completed(text, completion, 'place:"Tacloban City"')).toEqual({
      text: 'storm place:"Tacloban City" rescue',
      caret: 27,
    })
    expect(completed('pla', completionAt('pla', 3)!, 'place:')).toEqual({ text: 'place:', caret: 6 })
    expect(completed('lang:z', completionAt('lang:z', 6)!, 'lang:zh')).toEqual({ text: 'lang:zh ', caret: 8 })
  })

  it('quotes values with spaces, and removes quotes inside them', () => {
    expect(quoted('Tacloban')).toBe('Tacloban')
    expect(quoted('New York')).toBe('"New York"')
    expect(quoted('a" -b "c')).toBe('"a -b c"')
  })
})
