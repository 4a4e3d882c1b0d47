import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGeoparser, type GeoparserOptions } from './geoparser.ts'
import { smallGazetteer } from './small-gazetteer.ts'

const gazetteer = smallGazetteer()
const read = (text: string, options?: GeoparserOptions, language = 'en'): string[] =>
  createGeoparser(gazetteer, options)
    .mentions(text, language)
    .map(({ text: surface, place }) => (place ? `${surface}=${place.name}/${place.country}` : surface))

describe('createGeoparser, recognition', () => {
  it.each([
    ['Reading is fun, and reading aloud is better.', []],
    ['He was born in Reading.', ['Reading=Reading/GB']],
    ['She moved from Reading, Pa., last year.', ['Reading=Reading/US', 'Pa=Pennsylvania/US']],
    ['They ate turkey in Turkey.', ['Turkey=Turkey/TR']],
    ['Mobile phones ring.', []],
    ['Mobile phones were sold in Mobile, Alabama.', ['Mobile=Mobile/US', 'Alabama=Alabama/US']],
    ['On May 5 it may rain.', []],
    ['It was nice in Nice.', ['Nice=Nice/FR']],
    ['KABUL, Afghanistan — A bomb went off.', ['KABUL=Kabul/AF', 'Afghanistan=Afghanistan/AF']],
    ['Fighting spread through northern Iraq.', ['Iraq=Iraq/IQ']],
    [
      'The U.S. and the UK agreed; US troops left.',
      ['U.S.=United States/US', 'UK=United Kingdom/GB', 'US=United States/US'],
    ],
    ['He asked us to go.', []],
    ["China's rivers rose.", ['China=China/CN']],
    ['Lamar County flooded.', ['Lamar County=Lamar County/US']],
  ])('finds the places in: %s', (text, places) => {
    expect(read(text)).toEqual(places)
  })

  it.each([
    'Mr. Lincoln spoke.',
    'Abraham Lincoln spoke. Lincoln was tall.',
    'President Houston spoke.',
    'He lives at 12 Houston Street.',
    'The Boston Herald printed it.',
    'Paris Jackson sang.',
  ])('finds no place in: %s', (text) => {
    expect(read(text)).toEqual([])
  })

  it('counts demonyms only when the option is set', () => {
    expect(read('French officials met Iraqi officials.')).toEqual([])
    expect(read('French officials met Iraqi officials.', { demonyms: true })).toEqual([
      'French=France/FR',
      'Iraqi=Iraq/IQ',
    ])
  })

  it('finds names in scripts without spaces', () => {
    expect(read('四川省汶川县发生地震', {}, 'zh')).toEqual(['四川省=Sichuan/CN', '汶川县=Wenchuan/CN'])
  })
})

describe('createGeoparser, disambiguation', () => {
  it('prefers the namesake near the other places of the text', () => {
    expect(read('Springfield and Chicago voted; so did Illinois.')).toContain('Springfield=Springfield/US')
    const rows = createGeoparser(gazetteer).mentions('Springfield and Chicago voted; so did Illinois.', 'en')
    expect(rows[0]?.place?.lat).toBeCloseTo(39.8, 1)
    const east = createGeoparser(gazetteer).mentions('Springfield and Boston voted.', 'en')
    expect(east[0]?.place?.lat).toBeCloseTo(42.1, 1)
  })
  it('prefers the best known place when the text gives no other clue', () => {
    expect(read('They met in Paris.')).toEqual(['Paris=Paris/FR'])
  })
  it('uses the unit that follows each mention', () => {
    expect(read('He left Paris, France, for Paris, Texas.')).toEqual([
      'Paris=Paris/FR',
      'France=France/FR',
      'Paris=Paris/US',
      'Texas=Texas/US',
    ])
  })
  it("prefers the event's places", () => {
    const illinois = gazetteer.resolve('Illinois')
    if (!illinois) throw new Error('Illinois is missing')
    const [mention] = createGeoparser(gazetteer, { favour: [illinois] }).mentions(
      'A fire broke out in Springfield.',
      'en',
    )
    expect(mention?.place?.lat).toBeCloseTo(39.8, 1)
  })
  it('counts places, the most frequent first', () => {
    const places = createGeoparser(gazetteer).places('In Kabul and in Nice, then in Kabul again.', 'en')
    expect(places.map(({ name, count }) => [name, count])).toEqual([
      ['Kabul', 2],
      ['Nice', 1],
    ])
  })
})

describe('createGeoparser, arbitrary text', () => {
  const geoparser = createGeoparser(gazetteer, { demonyms: true })
  const words = fc.constantFrom(
    'Paris',
    'Reading,',
    'in',
    'U.S.',
    'Texas',
    '四川',
    '医院',
    '汶川县映秀镇中心小学',
    '318国道',
    '現場',
    '楼下',
    '\n',
    "China's",
    '—',
    'ʼ',
    '.',
    'Mr.',
    '\ud83d',
  )
  const texts = fc
    .tuple(fc.array(fc.oneof(words, fc.string({ unit: 'binary' }))), fc.constantFrom(' ', ''))
    .map(([parts, gap]) => parts.join(gap))
  it('returns mentions in order, without overlap, that quote the text', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('en', 'zh', 'ja'), (text, language) => {
        let last = 0
        for (const { start, end, text: surface } of geoparser.mentions(text, language)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(surface).toBe(text.slice(start, end))
          last = end
        }
      }),
      { numRuns: 60 },
    )
  })
  it('returns the same result regardless of earlier texts', () => {
    fc.assert(
      fc.property(texts, texts, (before, text) => {
        geoparser.places(before, 'en')
        expect(geoparser.mentions(text, 'en')).toEqual(
          createGeoparser(gazetteer, { demonyms: true }).mentions(text, 'en'),
        )
      }),
      { numRuns: 60 },
    )
  })
  it('handles a very long Chinese text without punctuation', () => {
    const text = '四川省汶川县映秀镇渔子溪村的医院和学校'.repeat(2_000)
    expect(geoparser.places(text, 'zh')[0]?.count).toBeGreaterThan(1_900)
  })
  it('handles a very long text that consists of names', () => {
    const text = 'Springfield, Illinois and Paris, '.repeat(6_000)
    expect(geoparser.places(text, 'en')[0]?.count).toBeGreaterThan(5_000)
  })
})
