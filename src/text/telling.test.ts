import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arePair, damped, geometricMean, leadWorth, tellingOf } from './telling.ts'
import { termsOf } from './terms.ts'

const telling = (text: string, language = 'en') =>
  tellingOf(text, termsOf(text, language), language, new Set()).byTerm
const kind = (text: string, word: string, language = 'en') =>
  telling(text, language).get(termsOf(word, language)[0] ?? '')?.kind

describe('tellingOf', () => {
  it('takes a word with a capital inside sentences for a name, and one that only starts them for a word', () => {
    const text = 'Smoke rose. Smoke spread over Tarvel, and people in Tarvel fled. The smoke cleared.'
    expect(kind(text, 'tarvel')).toBe('name')
    expect(kind(text, 'smoke')).toBe('word')
  })

  it('does not take a word for a name that is mostly written small', () => {
    expect(kind('They met at the Bridge. A bridge and another bridge fell.', 'bridge')).toBe('word')
  })

  it('believes no capitals where every noun has one', () => {
    expect(kind('Am Montag brannte die Brücke in Tarvel.', 'brücke', 'de')).toBe('word')
  })

  it('holds names and numbers for twice as telling as a word as rare', () => {
    const of = telling('The zorblax of Quimber sank with 47 sailors.')
    expect(of.get(termsOf('quimber', 'en')[0] ?? '')?.value).toBe(2)
    expect(of.get('47')).toMatchObject({ value: 2, kind: 'number' })
    expect(of.get(termsOf('zorblax', 'en')[0] ?? '')?.value).toBe(1)
    expect(of.get(termsOf('sailors', 'en')[0] ?? '')?.value).toBeLessThanOrEqual(1)
  })

  it('gives one for each term in order, and tells background from names', () => {
    const terms = termsOf('Monday in Tarvel, on Monday', 'en')
    const { byTerm, inOrder } = tellingOf('Monday in Tarvel, on Monday', terms, 'en', new Set(['monday']))
    expect(inOrder).toEqual(terms.map((term) => byTerm.get(term)))
    expect(byTerm.get('monday')?.kind).toBe('background')
  })

  it('accepts any text', () => {
    const anyString = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 })
      .map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(anyString, (text) => {
        for (const { value } of telling(text).values()) expect(value >= 0 && value <= 2).toBe(true)
      }),
    )
  })
})

it('joins the parts of a name, and a figure with what it counts', () => {
  const [word, name, number, background] = (['word', 'name', 'number', 'background'] as const).map((one) => ({
    value: 1,
    kind: one,
  }))
  if (!word || !name || !number || !background) throw new Error('four were made')
  expect(arePair(name, name)).toBe(true)
  expect(arePair(number, word)).toBe(true)
  expect(arePair(name, word)).toBe(false)
  expect(arePair(word, word)).toBe(false)
  expect(arePair(number, background)).toBe(false)
})

it('gives the start of a text its full worth and the rest less and less', () => {
  expect(leadWorth(0)).toBe(1)
  expect(leadWorth(10)).toBe(0.5)
  expect(leadWorth(90)).toBeCloseTo(0.1, 12)
})

it('counts four times for twice as much, and several words for their mean', () => {
  expect(damped(4)).toBe(2)
  expect(geometricMean([1, 4])).toBe(2)
  expect(geometricMean([])).toBe(0)
})
