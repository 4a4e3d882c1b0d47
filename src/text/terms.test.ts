import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { indexTermsOf, termsOf } from './terms.ts'
import { MAX_SEGMENT_LENGTH, MAX_WORD_LENGTH } from './tokens.ts'

/** Both sides must give the same terms, whatever the stems are. */
const SAME = [
  ['en', 'Floods destroyed the villages', 'flooding destroys a village'],
  ['en', 'N.A.S.A. and the café', 'NASA, cafe'],
  ['en', "the mayor's house", 'mayor houses'],
  ['en', 'ﬁre ＦＩＲＥ fi\u00adre', 'fire fire fire'],
  ['es', 'las inundaciones en Málaga', 'inundación Malaga'],
  ['fr', "L'incendie de l'usine", 'incendies usines'],
  ['it', "dell'acqua", 'acqua'],
  ['de', 'Überschwemmungen', 'Überschwemmung'],
  ['tr', "İstanbul'da depremler", 'İSTANBUL deprem'],
  ['pl', 'w czasie powodzi', 'powódź czas'],
  ['ru', 'землетрясения', 'землетрясение'],
  ['uk', 'землетруси', 'землетрусами'],
  ['el', 'οι σεισμοί', 'ΣΕΙΣΜΟΣ'],
  ['ar', 'الزِّلزالُ', 'والزلزال'],
  ['ar', 'إعصار', 'اعصـــار'],
  ['fa', 'خانه‌های', 'خانه'],
  ['he', 'צה"ל', 'צהל'],
  ['hi', 'हिन्दी मकानों', 'हिंदी मकान'],
  ['hi', 'बाढ़ १२', 'बाढ 12'],
  ['ko', '지진이 태풍을', '지진 태풍'],
  ['zh', '颱風登陸', '台风登陆'],
  ['ja', 'コンピューター', 'ｺﾝﾋﾟｭｰﾀ'],
  ['id', 'rumahnya', 'rumah'],
  ['und', "Beyoncé's ＡＢＣ", 'beyonces abc'],
] as const

const IN_ORDER = [
  ['en', 'They said the fire was in New York', ['fire', 'york']],
  ['zh', '台风海燕在菲律宾登陆。', ['台风', '海燕', '菲律宾', '登陆']],
  ['ja', '台風がフィリピンに上陸', ['台風', 'フィリピン', '上陸']],
  ['th', 'น้ำท่วมบ้านและโรงเรียน', ['น้ำ', 'ท่วม', 'บ้าน', 'โรงเรียน']],
  ['km', 'ផ្ទះនិងសាលា', ['ផ្ទះ', 'សាលា']],
  ['zh', 'WHO警告earthquakes', ['who', '警告', 'earthquak']],
  ['en', 'the city of 北京 and กรุงเทพ', ['citi', '北京', 'กรุงเทพ']],
] as const

/** Any UTF-16, lone surrogates included. */
const anyString = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
  .map((codes) => String.fromCharCode(...codes))

const anyText = fc.oneof(
  anyString,
  fc.string({
    unit: fc.constantFrom(...'aé\'’.\u0301İß1 台風のー้กကב"٣ क़\u200c\u200d\ud83c\udf00'),
    maxLength: 80,
  }),
)
const languages = [...Object.keys(LANGUAGES), 'und', '__proto__', 'xx', '']

describe('termsOf', () => {
  it.each(SAME)('in %s gives %s the same terms as %s', (language, a, b) => {
    const terms = termsOf(a, language)
    expect(terms.length).toBeGreaterThan(0)
    expect([...terms].sort()).toEqual([...termsOf(b, language)].sort())
  })

  it.each(IN_ORDER)('keeps the order of terms in %s: %s', (language, text, terms) => {
    expect(termsOf(text, language)).toEqual(terms)
  })

  it('drops stop words but keeps those that can matter to an event', () => {
    expect(termsOf('it is not what they were about', 'en')).toEqual([])
    expect(termsOf('los que no son de aquí', 'es')).toEqual([])
    expect(termsOf('और यह है', 'hi')).toEqual([])
    expect(termsOf('это было не так', 'ru')).toEqual([])
    expect(termsOf('free computer system, UN bill', 'en')).toEqual(['free', 'comput', 'system', 'un', 'bill'])
    expect(termsOf('война в городе', 'ru')).toHaveLength(2)
    expect(termsOf('polis dan hospital', 'ms')).toEqual(['polis', 'hospital'])
  })

  it('splits text in an unknown language into plain words', () => {
    expect(termsOf('Zemljotres je pogodio', 'xx')).toEqual(['zemljotres', 'je', 'pogodio'])
    expect(termsOf('the constructor', '__proto__')).toEqual(['the', 'constructor'])
  })

  it('is idempotent in languages without stemming', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abcéñß'’.-1 ŁøÇж"), maxLength: 80 }), (text) => {
        const terms = termsOf(text, 'und')
        expect(termsOf(terms.join(' '), 'und')).toEqual(terms)
      }),
    )
  })

  it('never throws and returns only letters, marks and digits', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...languages), (text, language) => {
        for (const term of [...termsOf(text, language), ...indexTermsOf(text, language)]) {
          expect(term).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('drops words longer than any real word', () => {
    expect(termsOf(`storm ${'x'.repeat(100_000)} surge`, 'en')).toEqual(['storm', 'surg'])
    expect(termsOf('y'.repeat(MAX_WORD_LENGTH), 'und')).toHaveLength(1)
  })
})

describe('termsOf, segmentation', () => {
  afterEach(() => vi.restoreAllMocks())

  it.each([
    ['ja', '台風'],
    ['ja', 'の𠮷'],
    ['th', 'น้ำท่วม'],
  ])('passes a very long %s run to the segmenter in short pieces, each character once', (language, word) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    const text = word.repeat(20_000)
    termsOf(text, language)
    const lengths = segment.mock.calls.map(([input]) => input.length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_SEGMENT_LENGTH)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(text.length)
    expect(segment.mock.calls.every(([input]) => Buffer.from(input).toString() === input)).toBe(true)
  })
})

describe('indexTermsOf', () => {
  it('keeps stop words so that phrases stay adjacent', () => {
    expect(indexTermsOf('State of Emergency', 'en')).toEqual(['state', 'of', 'emerg'])
  })

  it.each([
    ['zh', '中华人民共和国国务院地震局', '国务院'],
    ['zh', '中華人民共和國國務院', '国务院'],
    ['ja', '東京都知事選挙', '京都'],
    ['zh', '𠮷野家起火', '野家'],
  ])('in %s splits %s so that %s is a run of adjacent terms', (language, text, part) => {
    const line = ` ${indexTermsOf(text, language).join(' ')} `
    expect(line).toContain(` ${indexTermsOf(part, language).join(' ')} `)
  })

  it('includes every term of termsOf in languages written with spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abes'’. \n1"), maxLength: 100 }), (text) => {
        expect(indexTermsOf(text, 'en')).toEqual(expect.arrayContaining(termsOf(text, 'en')))
      }),
    )
  })
})
