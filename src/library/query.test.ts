import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OPERATORS, parseQuery } from './query.ts'

const word = (value: string, negated = false) => ({ operator: null, value, negated })
const operator = (name: string, value: string, negated = false) => ({ operator: name, value, negated })

const partsOf = (text: string) => parseQuery(text).clauses.flat()

describe('parseQuery', () => {
  it('reads words, phrases and exclusions', () => {
    expect(partsOf('typhoon "storm surge" -football -"last year"')).toEqual([
      word('typhoon'),
      word('storm surge'),
      word('football', true),
      word('last year', true),
    ])
  })

  it('accepts typographic and Chinese quotes, and an unclosed quote', () => {
    for (const text of ['“storm surge”', '„storm surge“', '「storm surge」', '"storm surge'])
      expect(partsOf(text), text).toEqual([word('storm surge')])
  })

  it('reads operators, with quoted values, a minus, a space after the colon, in any case', () => {
    expect(partsOf('site:example.org -lang:zh Place:"Tacloban City" who: Aquino')).toEqual([
      operator('site', 'example.org'),
      operator('lang', 'zh', true),
      operator('place', 'Tacloban City'),
      operator('who', 'Aquino'),
    ])
    expect(partsOf('地震 place：四川')).toEqual([word('地震'), operator('place', '四川')])
    expect(partsOf('inclass:"event"')).toEqual([operator('inclass', 'event')])
  })

  it('searches unknown operators as words, with a note', () => {
    const { clauses, notes } = parseQuery('colour:red flood')
    expect(clauses.flat()).toEqual([word('colour red'), word('flood')])
    expect(notes).toEqual(['"colour:" is no operator; it was searched for as a word'])
  })

  it('reads URLs and times as words', () => {
    expect(parseQuery('https://a.example/x').notes).toEqual([])
    expect(partsOf('at 10:30')).toEqual([word('at'), word('10:30')])
  })

  it('notes an operator without a value', () => {
    expect(parseQuery('flood site:')).toEqual({
      clauses: [[word('flood')]],
      notes: ['site: has no value after it, so it was left out'],
    })
    expect(partsOf('place:""')).toEqual([])
  })

  it('keeps hyphens inside words, and ignores lone minuses', () => {
    expect(partsOf('covid-19 - --storm -')).toEqual([word('covid-19'), word('storm', true)])
  })

  it('joins alternatives by OR, which binds closer than the words around it', () => {
    expect(parseQuery('typhoon storm OR "storm surge" OR site:a.example rescue').clauses).toEqual([
      [word('typhoon')],
      [word('storm'), word('storm surge'), operator('site', 'a.example')],
      [word('rescue')],
    ])
    for (const text of ['台风 OR typhoon', '台风 | typhoon', '台风｜typhoon'.replace('｜', ' ｜ ')])
      expect(parseQuery(text).clauses, text).toEqual([[word('台风'), word('typhoon')]])
    expect(parseQuery('-storm OR NOT lang:zh').clauses).toEqual([
      [word('storm', true), operator('lang', 'zh', true)],
    ])
  })

  it('recognises connectives only in capitals, and notes those without operands', () => {
    expect(partsOf('storm or flood and not "OR"')).toEqual(
      ['storm', 'or', 'flood', 'and', 'not', 'OR'].map((value) => word(value)),
    )
    expect(parseQuery('storm AND NOT flood')).toEqual({
      clauses: [[word('storm')], [word('flood', true)]],
      notes: [],
    })
    expect(parseQuery('OR storm OR').notes).toEqual([
      'OR has nothing before it, so it was left out',
      'OR has nothing after it, so it was left out',
    ])
    expect(parseQuery('storm NOT').notes).toEqual(['NOT has nothing after it, so it was left out'])
  })

  it('reads prefixes, also in phrases and titles', () => {
    expect(partsOf('evacu* "storm surg*" title:typh* -台*')).toEqual([
      { ...word('evacu'), prefix: true },
      { ...word('storm surg'), prefix: true },
      { ...operator('title', 'typh'), prefix: true },
      { ...word('台', true), prefix: true },
    ])
    expect(parseQuery('a*')).toMatchObject({
      clauses: [[word('a')]],
      notes: [expect.stringContaining('at least 2 letters')],
    })
    expect(parseQuery('* ty*hoon').notes).toEqual([
      '* needs the beginning of a word before it, so it was left out',
      '"ty*hoon": * works at the end of a word only; it was ignored elsewhere',
    ])
  })

  it('reads titles as words and phrases', () => {
    expect(partsOf('title:storm title:"storm surge" -title:sport')).toEqual([
      operator('title', 'storm'),
      operator('title', 'storm surge'),
      operator('title', 'sport', true),
    ])
  })

  it('reads everything after "inclass: " up to the next operator, quote, minus or connective as a name', () => {
    const name = (value: string) => ({ ...operator('inclass', value), unquoted: true })
    expect(partsOf('inclass: Typhoon Lingwayan')).toEqual([name('Typhoon Lingwayan')])
    expect(partsOf('inclass: Typhoon Lingwayan lang:en rescue')).toEqual([
      name('Typhoon Lingwayan'),
      operator('lang', 'en'),
      word('rescue'),
    ])
    expect(parseQuery('inclass: Typhoon Lingwayan OR flood').clauses).toEqual([
      [name('Typhoon Lingwayan'), word('flood')],
    ])
    expect(partsOf('inclass: Lingwayan')).toEqual([operator('inclass', 'Lingwayan')])
    expect(partsOf('inclass:Typhoon Lingwayan')).toEqual([operator('inclass', 'Typhoon'), word('Lingwayan')])
    expect(partsOf('inclass: Typhoon Lingwayan -sport "storm surge"')).toEqual([
      name('Typhoon Lingwayan'),
      word('sport', true),
      word('storm surge'),
    ])
  })

  it('refuses a query that is too long', () => {
    expect(() => parseQuery('x'.repeat(10_000_000))).toThrow(/longer than/)
  })

  it('reads any text in order, without losing a letter', () => {
    const typed = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.constantFrom(...OPERATORS).map((name) => `${name}:`),
        fc.constantFrom(
          '"',
          '-',
          ' ',
          '“',
          '：',
          '台风',
          ' OR ',
          ' | ',
          ' NOT ',
          ' AND ',
          '*',
          'ev*',
          'inclass: ',
        ),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(typed, (pieces) => {
        const text = pieces.join('')
        const parts = partsOf(text)
        const letters = (said: string) => said.match(/[\p{L}\p{N}]/gu)?.join('') ?? ''
        const read = parts.map(({ operator: name, value }) => letters(`${name ?? ''}${value}`)).join('')
        // Nothing is invented, and only operators without a value are left out.
        expect(letters(text).toLowerCase().length).toBeGreaterThanOrEqual(read.length)
        for (const { value } of parts) expect(value.trim()).not.toBe('')
      }),
    )
  })
})
