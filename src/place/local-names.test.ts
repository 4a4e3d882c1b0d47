import { describe, expect, it } from 'vitest'
import { createGeoparser } from './geoparser.ts'
import { smallGazetteer } from './small-gazetteer.ts'

const geoparser = createGeoparser(smallGazetteer())
const read = (text: string, language = 'zh'): string[] =>
  geoparser
    .mentions(text, language)
    .map(({ text: surface, kind, place }) => `${kind}:${surface}${place ? `=${place.name}` : ''}`)
const counts = (text: string): unknown[] =>
  geoparser.places(text, 'zh').map(({ name, count }) => [name, count])

describe('createGeoparser, for Chinese names missing from the gazetteer', () => {
  it.each([
    ['记者到了石板沟村', ['local:石板沟村']],
    ['车沿云杉街行驶', ['local:云杉街']],
    ['伤者被送往锦澄医院', ['local:锦澄医院']],
    ['事故发生在318国道', ['local:318国道']],
    ['事故发生在３１８国道', ['local:３１８国道']],
  ])('recognises a place by the word for its kind: %s', (text, mentions) => {
    expect(read(text)).toEqual(mentions)
  })

  it.each(['该县正在救援', '两镇停电', '一些村民说', '我国的城市很多'])(
    'finds no local name in: %s',
    (text) => {
      expect(read(text).filter((mention) => mention.startsWith('local:'))).toEqual([])
    },
  )

  it('assigns a local name to the place named right before it', () => {
    expect(read('四川省汶川县渔子溪村')).toEqual([
      'name:四川省=Sichuan',
      'name:汶川县=Wenchuan',
      'local:渔子溪村=Wenchuan',
    ])
    expect(read('汶川县渔子溪路12号的宏晟大厦')).toEqual([
      'name:汶川县=Wenchuan',
      'local:渔子溪路=Wenchuan',
      'local:宏晟大厦=Wenchuan',
    ])
  })

  it('keeps the assignment in the rest of the text and counts later mentions for that place', () => {
    const text = '汶川县渔子溪村停电。渔子溪村还没有水，渔子溪村的路断了。'
    expect(read(text).filter((mention) => mention.includes('渔子溪村'))).toEqual([
      'local:渔子溪村=Wenchuan',
      'local:渔子溪村=Wenchuan',
      'local:渔子溪村=Wenchuan',
    ])
    expect(counts(text)).toEqual([['Wenchuan', 3]])
  })

  it('assigns no place when the text puts the name in two places', () => {
    expect(counts('汶川县渔子溪村。四川省渔子溪村。渔子溪村。')).toEqual([
      ['Sichuan', 1],
      ['Wenchuan', 1],
    ])
  })

  it('does not report the place that a street is named after', () => {
    expect(read('他住在四川北路')).not.toContain('name:四川=Sichuan')
    expect(read('四川街头很冷清')).toContain('name:四川=Sichuan')
  })

  it('recognises traditional characters', () => {
    expect(read('傷者送往馬偕醫院')).toEqual(['local:馬偕醫院'])
    expect(read('警方趕到現場')).toEqual(['common:現場'])
  })
})

describe('createGeoparser, for Chinese common nouns', () => {
  it.each([
    ['他被送往医院', ['common:医院']],
    ['消防员赶到事故现场', ['common:现场']],
    ['人们在楼下等待', ['common:楼下']],
    ['他说明了立场', []],
    ['专家里有人反对', []],
  ])('finds the place nouns in: %s', (text, mentions) => {
    expect(read(text)).toEqual(mentions)
  })

  it('assigns no place to a noun and does not count it', () => {
    expect(read('四川省的医院')).toEqual(['name:四川省=Sichuan', 'common:医院'])
    expect(counts('现场有学校和医院')).toEqual([])
  })
})

describe('createGeoparser, for Japanese text', () => {
  it('finds gazetteer names but no nouns or local names', () => {
    expect(read('四川省の病院と学校、高町村の現場', 'ja')).toEqual(['name:四川省=Sichuan'])
  })
})
