import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rulesOf } from './languages.ts'
import { unify } from './spelling.ts'
import { bothTermsOf, indexTermsOf, termsOf } from './terms.ts'
import { unitsOf } from './text-units.ts'
import { MAX_WORD_LENGTH, tokensOf } from './tokens.ts'
import { scanWords } from './word-scan.ts'
import { hashed } from './word-table.ts'

/** The words up to the position where the scan ends, and that position. */
function scanned(text: string): { words: string[]; end: number } {
  const words: string[] = []
  let settled = 0
  const end = scanWords(unitsOf(text), 0, {
    word(units, length, hash) {
      const word = units.slice(0, length)
      if (word.reduce(hashed, 0) !== hash) throw new Error('The hash does not match the word')
      words.push(String.fromCharCode(...word))
    },
    settle: () => {
      settled = words.length
    },
    undo: () => {
      words.length = settled
    },
  })
  return { words, end }
}

const tokens = (text: string) =>
  tokensOf(unify(text, 'en', rulesOf('en'))).filter(({ length }) => length <= MAX_WORD_LENGTH)

const PARTS = [
  ...['a', 'B', 'ß', 'É', 'İ', 'ŉ', 'ǆ', 'Σ', 'ς', 'Ж', 'ʼ', 'Ωm', '7', '²', '½', 'ª', '٣', 'א', '"', '״'],
  ...['.', '.', '․', '…', "'", '’', '‘', '-', ',', '\u00ad', '\u200d', '\u200c', '\ufeff', '\u2060'],
  ...['\u0301', '\u0307', '\u00a0', '´', '™', 'ﬁ', '℡', '①', '⒈', '台', 'カ', 'ไทย', '한', '😀', '\ud800'],
  ...[' ', ' ', '\n', '\t', 'U.S.A.', 'l’eau', 'x'.repeat(63), 'Straße'],
]
const texts = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

describe('scanWords', () => {
  it('classifies every character alone and between two letters', () => {
    const wrong: string[] = []
    for (let unit = 0; unit < 0x10000; unit++) {
      const character = String.fromCharCode(unit)
      for (const text of [character, `a${character}b`, `a.${character}.b`]) {
        const { words, end } = scanned(text)
        const found = end === text.length ? tokens(text) : []
        if (words.join() !== found.join() || (end !== text.length && end !== 0)) wrong.push(text)
      }
    }
    expect(wrong).toEqual([])
  })

  it('finds the tokens of the unified text up to where it stops', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { words, end } = scanned(text)
        expect(words).toEqual(tokens(text.slice(0, end)))
        if (end < text.length && end > 0) expect(' \n').toContain(text.charAt(end - 1))
      }),
      { numRuns: 2_000 },
    )
  })

  it('scans to the end of a text of plain letters and common punctuation', () => {
    const text = 'Die „U.S.A.“ – l’été, 1.000 €… Ελλάδα і Київ\u00adщина'
    expect(scanned(text)).toEqual({ words: tokens(text), end: text.length })
  })
})

describe('unitsOf', () => {
  it.each([0, 10, 47, 48, 16_384, 16_385])('returns the code units of a text of %i characters', (length) => {
    const text = 'aé台\ud800'.repeat(5_000).slice(0, length)
    expect(String.fromCharCode(...unitsOf(text))).toBe(text)
  })
})

describe('bothTermsOf', () => {
  it('returns the terms of the parts between spaces', () => {
    const languages = fc.constantFrom('en', 'de', 'fr', 'el', 'ru', 'tr', 'hi', 'th', 'zh', 'und')
    fc.assert(
      fc.property(texts, texts, languages, (a, b, language) => {
        const text = `${a} ${'plain words '.repeat(20)}${b}`
        expect({ ...bothTermsOf(text, language) }).toMatchObject({
          terms: termsOf(text, language),
          stems: indexTermsOf(text, language),
        })
        for (const terms of [termsOf, indexTermsOf])
          expect(terms(text, language)).toEqual(text.split(/[ \n]/).flatMap((part) => terms(part, language)))
      }),
      { numRuns: 200 },
    )
  })
})
