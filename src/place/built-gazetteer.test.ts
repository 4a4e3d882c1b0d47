import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FILE_NAME } from './gazetteer-format.ts'
import { createGeoparser } from './geoparser.ts'
import { loadGazetteer } from './load-gazetteer.ts'
import { spatialFactor } from './relation.ts'

const path = join(import.meta.dirname, '..', '..', 'dist', 'gazetteer', FILE_NAME)

/** Skipped unless `npm run build` has created the file. */
describe.skipIf(!existsSync(path))('the built gazetteer', () => {
  const load = () => loadGazetteer(path)

  it('contains the documented number of places and names', () => {
    const gazetteer = load()
    expect(gazetteer.file.header.places).toBeGreaterThan(200_000)
    expect(gazetteer.file.header.keys).toBeGreaterThan(450_000)
    expect(gazetteer.sources.map((source) => source.licence)).not.toContain('')
    expect(gazetteer.file.rows.outlinePlace.length).toBeGreaterThan(4_000)
  })

  it('gives every place a unique id', () => {
    const { file } = load()
    const ids = new Set(Array.from({ length: file.header.places }, (_, row) => file.id(row)))
    expect(ids.size).toBe(file.header.places)
  })

  it.each([
    ['Philippines', 'iso:PH'],
    ['四川', 'gn:1794299'],
    ['四川省', 'gn:1794299'],
    ['广西', 'gn:1809867'],
    ['宁夏', 'gn:1799355'],
    ['Calif.', 'gn:5332921'],
    ['Москва', 'gn:524901'],
    ['Paris, Texas', 'gn:4717560'],
    ['Himalayas', 'ne:himalayas'],
    ['东南亚', 'm49:035'],
  ])('resolves %s to %s', (name, id) => {
    expect(load().resolve(name)?.id).toBe(id)
  })

  it.each([
    ['North Korea', 'North Korea', 1],
    ['North Korea', 'Pyongyang', 0.6],
    ['China', 'Sichuan', 0.6],
    ['Sichuan', 'Wenchuan', 0.4],
    ['North Korea', 'East Asia', 0.4],
    ['North Korea', 'World', 0.2],
    ['Nepal', 'Himalayas', 0.4],
    ['India', 'Kashmir', 0.4],
    ['France', 'Germany', 0],
  ])('relates an event in %s to a page about %s with the factor %d', (event, page, factor) => {
    const gazetteer = load()
    const [a, b] = [gazetteer.resolve(event), gazetteer.resolve(page)]
    expect(a && b && spatialFactor(gazetteer, a, b)).toBeCloseTo(factor, 10)
  })

  it('finds names in other languages and scripts, with or without case endings', () => {
    const geoparser = createGeoparser(load())
    const names = (text: string, language: string) =>
      geoparser.mentions(text, language).map(({ place }) => place?.name)
    expect(names('Дожди прошли в Москве и по всей России.', 'ru')).toEqual(['Moscow', 'Russia'])
    expect(names('El terremoto sacudió Ciudad de México y Oaxaca.', 'es')).toEqual(['Mexico City', 'Oaxaca'])
    expect(names("Le séisme d'Haïti a touché la Côte d'Ivoire et l'Iran.", 'fr')).toEqual([
      'Haiti',
      'Ivory Coast',
      'Iran',
    ])
    expect(names('Ekipler Ankara ve İstanbul’dan geldi.', 'tr')).toEqual(['Ankara', 'Istanbul'])
    expect(names('北京时间，四川汶川发生地震', 'zh').slice(1)).toEqual(['Sichuan', 'Weizhou'])
    expect(names('東京都新宿区の病院、京都市の現場', 'ja')).toEqual(['Tokyo', 'Shinjuku', 'Kyoto'])
    expect(names('زلزال في القاهرة وبغداد', 'ar')).toEqual(['Cairo', 'Baghdad'])
  })
})
