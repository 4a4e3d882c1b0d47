import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexTermsOf } from '../text/terms.ts'
import { QueryMarks } from './query-marks.ts'

/** By definition: every run of letters is stemmed and compared. */
function marksByStem(text: string, words: readonly string[], language: string): [number, number, number][] {
  const wanted = new Map(words.flatMap((word, i) => indexTermsOf(word, language).map((term) => [term, i])))
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)).flatMap((match): [number, number, number][] => {
    const word = wanted.get(indexTermsOf(match[0], language)[0] ?? '')
    return word === undefined ? [] : [[match.index, match.index + match[0].length, word]]
  })
}

const WORDS = [
  'storm',
  'Storms',
  'ÉTÉ',
  'été',
  'Straße',
  'ＦＵＬＬ',
  'İzmir',
  '2013',
  'أحمد',
  'dying',
  'die',
  'ʻokina',
]
const OTHERS = ['台风', 'カー', 'ー', 'ภัย', 'x台', '台x', '々', '〇', 'ﬁre', '𝒜', ' ', '-', "'", '. ']

describe('the marks of a query', () => {
  it('are the words with the stem of a query word, in every language', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...WORDS, ...OTHERS), fc.string({ unit: 'grapheme', maxLength: 3 })), {
        maxLength: 20,
      })
      .map((parts) => parts.join(''))
    const language = fc.constantFrom('en', 'fr', 'de', 'tr', 'nl', 'zh', 'ja', 'th', 'ar', 'el', '')
    fc.assert(
      fc.property(
        text,
        fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
        language,
        (text, words, language) => {
          const marks = new QueryMarks(words.map((text) => ({ text }))).in(text, language)
          expect(marks.map(({ from, to, word }) => [from, to, word])).toEqual(
            marksByStem(text, words, language),
          )
        },
      ),
      { numRuns: 400 },
    )
  })
})
