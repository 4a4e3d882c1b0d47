import { describe, expect, it } from 'vitest'
import { normalized } from './normalized.ts'

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

/** Marks of several combining classes, so that they have to be sorted; in one, two and four bytes of UTF-16. */
const MARKS = ['\u0301', '\u0316', '\u{1d165}', '\u{1d17b}', '\u05b0', '\u0e38']

describe('normalized', () => {
  it('is the Unicode normalisation of text', () => {
    const texts = ['Plain', 'ﬁne Ångström e\u0301 が ｶﾞ', 'สวัสดี\u0e38\u0e48', '한국어', '👩‍👩‍👧 '.repeat(40)]
    for (const text of texts)
      for (const form of FORMS) expect(normalized(text, form)).toBe(text.normalize(form))
  })

  it('keeps up to 30 marks, wherever the run is', () => {
    for (const mark of MARKS)
      for (let before = 0; before < 64; before++) {
        const run = `${'x'.repeat(before)}a${mark.repeat(30)}b`
        expect(normalized(run, 'NFD')).toBe(run.normalize('NFD'))
      }
  })

  it('drops the marks after the first 30, wherever the run is', () => {
    for (const mark of [...MARKS, '\uff9e'])
      for (let before = 0; before < 64; before++) {
        const text = (n: number) => `${'x'.repeat(before)}a${mark.repeat(n)}b`
        for (const n of [31, 45, 1000]) expect(normalized(text(n), 'NFKD')).toBe(text(30).normalize('NFKD'))
      }
  })

  it('knows every character that normalisation may sort', () => {
    const missed: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const character = String.fromCodePoint(code)
      // Only a character with a combining class changes places with a mark of class 1 after it.
      const isSorted = FORMS.slice(1).some((form) =>
        `${character}\u0334`.normalize(form).startsWith('\u0334'),
      )
      if (isSorted && normalized(`a${character.repeat(500)}`, 'NFD').length > 200) missed.push(character)
    }
    expect(missed).toEqual([])
  })

  it('keeps short texts whole and cuts long ones that grow more than text of any language does', () => {
    const ligature = '\ufdfa'
    for (const form of FORMS)
      expect(normalized(ligature.repeat(200), form)).toBe(ligature.repeat(200).normalize(form))
    expect(normalized(ligature.repeat(10_000), 'NFKC')).toHaveLength(20_000)
    const syllables = '\ud55c'.repeat(10_000)
    expect(normalized(syllables, 'NFKD')).toBe(syllables.normalize('NFKD'))
  })
})
