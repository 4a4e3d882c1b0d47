import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arePair, damped, geometricMean, informativenessOf, positionWeight } from './informativeness.ts'
import { termsOf } from './terms.ts'

const informativeness = (text: string, language = 'en') =>
  informativenessOf(text, termsOf(text, language), language, new Set()).byTerm
const kind = (text: string, word: string, language = 'en') =>
  informativeness(text, language).get(termsOf(word, language)[0] ?? '')?.kind

describe('informativenessOf', () => {
  it('treats a word as a name when it is capitalised inside a sentence, not only at the start', () => {
    const text = 'Smoke rose. Smoke spread over Tarvel, and people in Tarvel fled. The smoke cleared.'
    expect(kind(text, 'tarvel')).toBe('name')
    expect(kind(text, 'smoke')).toBe('word')
  })

  it('does not treat a word as a name when it is mostly in lower case', () => {
    expect(kind('They met at the Bridge. A bridge and another bridge fell.', 'bridge')).toBe('word')
  })

  it('ignores capitals in languages that capitalise every noun', () => {
    expect(kind('Am Montag brannte die Brücke in Tarvel.', 'brücke', 'de')).toBe('word')
  })

  it('gives names and numbers twice the value of an equally rare word', () => {
    const of = informativeness('The zorblax of Quimber sank with 47 sailors.')
    expect(of.get(termsOf('quimber', 'en')[0] ?? '')?.value).toBe(2)
    expect(of.get('47')).toMatchObject({ value: 2, kind: 'number' })
    expect(of.get(termsOf('zorblax', 'en')[0] ?? '')?.value).toBe(1)
    expect(of.get(termsOf('sailors', 'en')[0] ?? '')?.value).toBeLessThanOrEqual(1)
  })

  it('returns one entry per term in order and marks background terms', () => {
    const terms = termsOf('Monday in Tarvel, on Monday', 'en')
    const { byTerm, inOrder } = informativenessOf(
      'Monday in Tarvel, on Monday',
      terms,
      'en',
      new Set(['monday']),
    )
    expect(inOrder).toEqual(terms.map((term) => byTerm.get(term)))
    expect(byTerm.get('monday')?.kind).toBe('background')
  })

  it('returns values from 0 to 2 for any text', () => {
    const anyString = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 })
      .map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(anyString, (text) => {
        for (const { value } of informativeness(text).values()) expect(value >= 0 && value <= 2).toBe(true)
      }),
    )
  })
})

describe('arePair', () => {
  it('pairs the parts of a name, and a number with what it counts', () => {
    const [word, name, number, background] = (['word', 'name', 'number', 'background'] as const).map(
      (one) => ({
        value: 1,
        kind: one,
      }),
    )
    if (!word || !name || !number || !background) throw new Error('Expected four entries')
    expect(arePair(name, name)).toBe(true)
    expect(arePair(number, word)).toBe(true)
    expect(arePair(name, word)).toBe(false)
    expect(arePair(word, word)).toBe(false)
    expect(arePair(number, background)).toBe(false)
  })
})

describe('positionWeight', () => {
  it('decreases from 1 with the distance from the start of the text', () => {
    expect(positionWeight(0)).toBe(1)
    expect(positionWeight(10)).toBe(0.5)
    expect(positionWeight(90)).toBeCloseTo(0.1, 12)
  })
})

describe('damped', () => {
  it('counts four occurrences as two', () => {
    expect(damped(4)).toBe(2)
  })
})

describe('geometricMean', () => {
  it('returns the geometric mean, and 0 for an empty list', () => {
    expect(geometricMean([1, 4])).toBe(2)
    expect(geometricMean([])).toBe(0)
  })
})
