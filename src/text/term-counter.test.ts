import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTermCounter } from './term-counter.ts'
import { termsOf } from './terms.ts'

const counterOf = (...spellings: string[][]) =>
  createTermCounter(spellings.map(([term = '', ...synonyms]) => ({ term, weight: 1, synonyms })))

/** Any UTF-16, lone surrogates included. */
const anyString = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
  .map((codes) => String.fromCharCode(...codes))

describe('createTermCounter', () => {
  it('keeps the given terms and weights', () => {
    const counter = createTermCounter([
      { term: 'Typhoon', weight: 1 },
      { term: 'storm surge', weight: 0.4 },
    ])
    expect(counter.terms).toEqual(['Typhoon', 'storm surge'])
    expect(counter.weights).toEqual([1, 0.4])
  })

  it('counts inflected words, phrases and synonyms', () => {
    const counter = counterOf(['typhoon', 'hurricane'], ['storm surge'], ['rescue'])
    const text = 'Typhoons and hurricanes: the typhoon raised storm surges. A surge after the storm.'
    expect(counter.countText(text, 'en')).toEqual([3, 1, 0])
  })

  it('weights each occurrence by its position among the terms', () => {
    const counter = counterOf(['typhoon'], ['state of emergency'], ['台风'])
    const text = 'Typhoon Haiyan: a state of emergency. Typhoon'
    const group = { text, terms: termsOf(text, 'en') }
    const { counts, worths } = counter.weigh(group, 'en', (position) => position)
    expect(counts).toEqual([2, 1, 0])
    expect(worths[0]).toBe(group.terms.length - 1)
    expect(worths[1]).toBeGreaterThan(1)
    expect(worths[1]).toBeLessThan(3)
    const chinese = { text: '强台风来了', terms: termsOf('强台风来了', 'zh') }
    expect(counter.weigh(chinese, 'zh', () => 0.5).worths[2]).toBe(0.5)
  })

  it('compares stems in the language of the page', () => {
    const counter = counterOf(['inundación', 'наводнение', 'überschwemmung'])
    expect(counter.countText('Inundaciones y más inundaciones', 'es')).toEqual([2])
    expect(counter.countText('наводнения', 'ru')).toEqual([1])
    expect(counter.countText('Überschwemmungen', 'de')).toEqual([1])
  })

  it('skips stop words that a phrase omits and requires those it contains', () => {
    const counter = counterOf(['rescue team'], ['state of emergency'], ['The Who'], ['fire'])
    expect(counter.countText('rescue by the team', 'en')).toEqual([1, 0, 0, 0])
    expect(counter.countText('a state of emergency; state emergency', 'en')).toEqual([0, 1, 0, 0])
    expect(counter.countText('The Who played; those who heard', 'en')).toEqual([0, 0, 1, 0])
    expect(counter.countText('the fire', 'en')).toEqual([0, 0, 0, 1])
  })

  it('counts a position once when two spellings match it', () => {
    expect(counterOf(['storm', 'tropical storm']).countText('tropical storm', 'en')).toEqual([1])
    expect(counterOf(['Hague', 'The Hague']).countText('in The Hague', 'en')).toEqual([1])
    expect(counterOf(['地震', '大地震']).countText('大地震和地震', 'zh')).toEqual([2])
    expect(counterOf(['fire', 'fires', 'FIRE']).countText('fire', 'en')).toEqual([1])
  })

  it('counts a word for several terms that share it', () => {
    expect(counterOf(['storm'], ['storm surge']).countText('storm surge', 'en')).toEqual([1, 1])
  })

  it('finds terms in unspaced scripts anywhere in the text, in simplified and traditional Chinese, on pages in any language', () => {
    const counter = counterOf(['台风', 'ไต้ฝุ่น', '태풍'])
    expect(counter.countText('超强颱風來襲,颱風警報', 'zh')).toEqual([2])
    expect(counter.countText('大型台風が接近', 'ja')).toEqual([1])
    expect(counter.countText('พายุไต้ฝุ่นถล่ม', 'th')).toEqual([1])
    expect(counter.countText('태풍주의보', 'ko')).toEqual([1])
    expect(counter.countText('Typhoon (台风) hits', 'en')).toEqual([1])
  })

  it('accepts spaces and special characters in terms in unspaced scripts', () => {
    expect(counterOf(['재난 문자']).countText('재난문자와 재난 문자', 'ko')).toEqual([2])
    expect(counterOf(['(地震)+*?[a']).countText('(地震)+*?[a', 'zh')).toEqual([1])
  })

  it('ignores terms that contain no word', () => {
    expect(counterOf(['', '   '], ['!?'], ['fire']).countText('! fire', 'en')).toEqual([0, 0, 1])
  })

  it('counts the given terms without tokenising the text again', () => {
    const counter = counterOf(['flood'])
    expect(counter.count({ text: '', terms: termsOf('floods, flooding', 'en') }, 'en')).toEqual([2])
  })

  it('counts at least twice as many occurrences when the text is repeated', () => {
    const word = fc.constantFrom('storm', 'surge', 'tropical', 'the', 'of', 'state', '台风', '地震', '大')
    const spelling = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    const term = fc.record({
      term: spelling,
      weight: fc.constant(1),
      synonyms: fc.array(spelling, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(
        fc.array(term, { maxLength: 4 }),
        fc.array(word, { maxLength: 20 }),
        fc.constantFrom('en', 'zh', 'und'),
        (terms, words, language) => {
          const counter = createTermCounter(terms)
          const text = words.join(' ')
          const once = counter.countText(text, language)
          const twice = counter.countText(`${text}\n\n${text}`, language)
          for (const [i, found] of once.entries()) expect(twice[i]).toBeGreaterThanOrEqual(2 * found)
        },
      ),
    )
  })

  it('returns an integer for each term on any text', () => {
    fc.assert(
      fc.property(fc.array(anyString, { maxLength: 5 }), anyString, (spellings, text) => {
        const counter = counterOf(spellings, ['fire'])
        const found = counter.countText(text, 'en')
        expect(found).toHaveLength(2)
        expect(found.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true)
      }),
    )
  })
})
