import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachLetterRun } from './letter-runs.ts'

function runsIn(text: string): string[] {
  const runs: string[] = []
  eachLetterRun(text, (from, to) => runs.push(`${from} ${text.slice(from, to)}`))
  return runs
}

const matchesIn = (text: string) =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), (match) => `${match.index} ${match[0]}`)

describe('eachLetterRun', () => {
  it('finds words of several scripts, with marks and digits', () => {
    for (const text of [
      'Storm-surge: 2.5 m, naïve café!',
      '超强台风，登陆。',
      'e\u0301te\u0301 हिन्दी ไทย',
      '𝒜b 😀x𐐷y \ud83d a\udc00b',
      '',
    ])
      expect(runsIn(text), text).toEqual(matchesIn(text))
  })

  it('finds the matches of the regular expression in any text', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    const anyUnits = units.map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(fc.oneof(anyUnits, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
        expect(runsIn(text).join('\n')).toBe(matchesIn(text).join('\n'))
      }),
      { numRuns: 300 },
    )
  })
})
