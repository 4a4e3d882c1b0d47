import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OPERATORS, parseQuery } from './query.ts'

const word = (value: string, negated = false) => ({ operator: null, value, negated })
const operator = (name: string, value: string, negated = false) => ({ operator: name, value, negated })

describe('parseQuery', () => {
  it('reads words, phrases and exclusions', () => {
    expect(parseQuery('typhoon "storm surge" -football -"last year"').parts).toEqual([
      word('typhoon'),
      word('storm surge'),
      word('football', true),
      word('last year', true),
    ])
  })

  it('takes typographic quotes, Chinese ones, and an unclosed quote', () => {
    for (const text of ['“storm surge”', '„storm surge“', '「storm surge」', '"storm surge'])
      expect(parseQuery(text).parts, text).toEqual([word('storm surge')])
  })

  it('reads operators, with quoted values, a minus, a space behind the colon, in any case', () => {
    expect(parseQuery('site:example.org -lang:zh Place:"Tacloban City" who: Aquino').parts).toEqual([
      operator('site', 'example.org'),
      operator('lang', 'zh', true),
      operator('place', 'Tacloban City'),
      operator('who', 'Aquino'),
    ])
    expect(parseQuery('地震 place：四川').parts).toEqual([word('地震'), operator('place', '四川')])
    expect(parseQuery('inclass:"event"').parts).toEqual([operator('inclass', 'event')])
  })

  it('searches for unknown operators as words, and says so', () => {
    const { parts, notes } = parseQuery('colour:red flood')
    expect(parts).toEqual([word('colour red'), word('flood')])
    expect(notes).toEqual(['"colour:" is no operator; it was searched for as a word'])
  })

  it('takes addresses and times for what they are', () => {
    expect(parseQuery('https://a.example/x').notes).toEqual([])
    expect(parseQuery('at 10:30').parts).toEqual([word('at'), word('10:30')])
  })

  it('says that an operator has nothing behind it', () => {
    expect(parseQuery('flood site:')).toEqual({
      parts: [word('flood')],
      notes: ['site: has nothing behind it, so it was left out'],
    })
    expect(parseQuery('place:""').parts).toEqual([])
  })

  it('knows hyphens inside words, and minuses that belong to nothing', () => {
    expect(parseQuery('covid-19 - --storm -').parts).toEqual([word('covid-19'), word('storm', true)])
  })

  it('refuses a query that is no question', () => {
    expect(() => parseQuery('x'.repeat(10_000_000))).toThrow(/longer than/)
  })

  it('reads anything, in order, without losing a letter of it', () => {
    const typed = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.constantFrom(...OPERATORS).map((name) => `${name}:`),
        fc.constantFrom('"', '-', ' ', '“', '：', '台风'),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(typed, (pieces) => {
        const text = pieces.join('')
        const { parts } = parseQuery(text)
        const letters = (said: string) => said.match(/[\p{L}\p{N}]/gu)?.join('') ?? ''
        const read = parts.map(({ operator: name, value }) => letters(`${name ?? ''}${value}`)).join('')
        // Nothing is invented, and only operators without a value are left out.
        expect(letters(text).toLowerCase().length).toBeGreaterThanOrEqual(read.length)
        for (const { value } of parts) expect(value.trim()).not.toBe('')
      }),
    )
  })
})
