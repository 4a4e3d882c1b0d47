import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BLANK,
  BLANK_FIRST,
  DIGITS,
  MARKS_OF,
  marksOf,
  marksOfText,
  NEEDS_FOLDING,
  STOP,
  WORDS,
} from './text-marks.ts'

const unit = fc.oneof(
  fc.constantFrom(...' \t\n\u00a0\u00ad\u2003\u3000\ufeff\u0001\u0085<&a7é年년٣۵९৪๓５’\u200b'),
  fc.string({ minLength: 1, maxLength: 1 }),
)
const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''))

describe('marksOfText', () => {
  it('sets the same marks as the equivalent regular expressions', () => {
    fc.assert(
      fc.property(text, (written) => {
        const marks = marksOfText(written)
        expect((marks & WORDS) !== 0).toBe(/\S/.test(written))
        expect((marks & DIGITS) !== 0).toBe(/[\d年년٠-٩۰-۹०-९০-৯๐-๙０-９]/.test(written))
        expect((marks & BLANK) !== 0).toBe(/[\s\p{Cc}]/u.test(written))
        expect((marks & BLANK_FIRST) !== 0).toBe(/^[\s\p{Cc}]/u.test(written))
        expect((marks & NEEDS_FOLDING) !== 0).toBe(/(?! )[\s\p{Cc}]|\u00ad| {2}/u.test(written))
        expect((marks & STOP) !== 0).toBe(/[<&]/.test(written))
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('marksOf', () => {
  it('returns the same marks for a part of a longer text', () => {
    fc.assert(
      fc.property(text, text, text, (before, written, after) => {
        const units = Uint16Array.from(before + written + after, (character) => character.charCodeAt(0))
        expect(marksOf(units, before.length, before.length + written.length)).toBe(marksOfText(written))
      }),
    )
  })
})

describe('MARKS_OF', () => {
  it('marks every blank code unit', () => {
    for (let code = 0; code < 0x10000; code++) {
      const character = String.fromCharCode(code)
      const isBlank = /[\s\p{Cc}]/u.test(character)
      expect([code, ((MARKS_OF[code] ?? 0) & BLANK) !== 0]).toEqual([code, isBlank])
    }
  })
})
