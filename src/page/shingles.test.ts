import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shinglesOf } from './shingles.ts'

/** How a text is read: each character folded with its neighbours. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const alike = (text: string) =>
  String(shinglesOf(text)) === String(shinglesOf(folded(text))) &&
  String(shinglesOf(text, { foldNumbers: true })) === String(shinglesOf(folded(text), { foldNumbers: true }))

const PARTS = [
  ...[
    'a',
    'B',
    'ß',
    'É',
    'e\u0301',
    'İ',
    'ĳ',
    'ŉ',
    'ǆ',
    'Σ',
    'ς',
    'Ж',
    'Й',
    'И\u0306',
    'ͅ',
    '7',
    '12',
    '²',
    '½',
    'ª',
    '٣',
    '１',
  ],
  ...[
    '.',
    '…',
    '´',
    '¨',
    "'",
    '-',
    '\u00ad',
    '\u00a0',
    '\u2003',
    '\u0301',
    '™',
    'ﬁ',
    '℡',
    '①',
    '한',
    '\u1112\u1161',
    '台',
    'カ',
    '\uff76\uff9e',
    '😀',
    '\ud800',
  ],
  ...[' ', ' ', ' ', '\n', 'word', 'WORT'],
]
const texts = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

describe('shinglesOf', () => {
  it('reads every character as in the folded text, alone and between letters', () => {
    const wrong: string[] = []
    for (let unit = 0; unit < 0x10000; unit++) {
      const character = String.fromCharCode(unit)
      const text = `one ${character} tWo a${character}b 12${character}3 last`
      if (!alike(text)) wrong.push(unit.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('reads any text like the folded text', () => {
    fc.assert(
      fc.property(texts, (text) => alike(text)),
      { numRuns: 2_000 },
    )
  })

  it('distinguishes texts by their words, not by case, width, punctuation or white space', () => {
    const plain = shinglesOf('The storm hit the coast at dawn on 8 November')
    expect(shinglesOf('THE STORM hit — the coast,\nat dawn; on ８ November…')).toEqual(plain)
    expect(shinglesOf('The storm hit the coast at noon on 8 November')).not.toEqual(plain)
  })

  it('treats all numbers alike only on request', () => {
    const [a, b] = ['Page 12 of the list of today', 'Page 13 of the list of today']
    expect(shinglesOf(a)).not.toEqual(shinglesOf(b))
    expect(shinglesOf(a, { foldNumbers: true })).toEqual(shinglesOf(b, { foldNumbers: true }))
    expect(shinglesOf('Page a1 of the list', { foldNumbers: true })).not.toEqual(
      shinglesOf('Page a2 of the list', { foldNumbers: true }),
    )
  })
})
