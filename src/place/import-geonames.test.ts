import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createGeoparser } from './geoparser.ts'
import { importGeonames } from './import-geonames.ts'
import { loadGazetteer } from './load-gazetteer.ts'
import { neighboursOf } from './relation.ts'
import { smallGazetteer } from './small-gazetteer.ts'

const folder = mkdtempSync(join(tmpdir(), 'eventide-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, lines: readonly (readonly (string | number)[])[]): string => {
  const path = join(folder, name)
  writeFileSync(path, lines.map((line) => line.join('\t')).join('\n'))
  return path
}
const row = (
  id: number,
  name: string,
  lat: number,
  lon: number,
  kind: string,
  a1: string,
  a2: string,
  people: number,
) => {
  const [featureClass = '', feature = ''] = kind.split('.')
  return [
    id,
    name,
    name,
    '',
    lat,
    lon,
    featureClass,
    feature,
    'FR',
    '',
    a1,
    a2,
    '',
    '',
    people,
    '',
    '',
    'Europe/Paris',
    '2026-01-01',
  ]
}

describe('importGeonames', async () => {
  const out = join(folder, 'full.bin')
  const country = [
    'FR',
    'FRA',
    250,
    'FR',
    'France',
    'Paris',
    0,
    0,
    'EU',
    '.fr',
    '',
    '',
    '',
    '',
    '',
    '',
    3017382,
    '',
    '',
  ]
  const report = await importGeonames(
    {
      allCountries: file('all.txt', [
        row(3017382, 'Republic of France', 46, 2, 'A.PCLI', '00', '', 1),
        row(5001, 'Bretagne', 48, -3, 'A.ADM1', '53', '', 3_000_000),
        row(5002, 'Finistère', 48.3, -4, 'A.ADM2', '53', '29', 900_000),
        row(5003, 'Locronan', 48.1, -4.21, 'P.PPL', '53', '29', 800),
        row(5004, 'Montagnes Noires', 48.2, -3.5, 'T.MTS', '53', '', 0),
        row(5005, 'Le Café', 48.2, -3.5, 'S.CAFE', '53', '', 0),
        ['broken line'],
      ]),
      alternateNames: file('alternate.txt', [
        [1, 5003, 'br', 'Lokorn', '', '', '', ''],
        [2, 5003, 'link', 'https://example.org/', '', '', '', ''],
        [3, 5001, 'zh', '布列塔尼', '', '', '', ''],
        [4, 424242, 'en', 'Elsewhere', '', '', '', ''],
      ]),
      admin1Codes: file('admin1.txt', [['FR.53', 'Bretagne', 'Bretagne', 5001]]),
      admin2Codes: file('admin2.txt', [['FR.53.29', 'Finistère', 'Finistere', 5002]]),
      countryInfo: file('country.txt', [['#ISO', 'ISO3'], country]),
    },
    out,
    { base: smallGazetteer() },
  )
  const gazetteer = loadGazetteer(out)

  it('reports imported names and skipped lines', () => {
    expect(report).toMatchObject({ names: 2, skipped: 1 })
  })
  it('attaches villages to the units of the base gazetteer', () => {
    const village = gazetteer.resolve('Lokorn')
    expect(village).toMatchObject({
      id: 'gn:5003',
      name: 'Locronan',
      country: 'FR',
      level: 'town',
      population: 800,
    })
    expect(village?.parents.map((id) => gazetteer.get(id)?.name)).toEqual([
      'Finistère',
      'Bretagne',
      'France',
      'Europe',
      'World',
    ])
  })
  it('locates units, keeps the base places and skips other feature classes', () => {
    expect(gazetteer.resolve('布列塔尼')).toMatchObject({ lat: 48, lon: -3, level: 'province' })
    expect(gazetteer.resolve('Himalayas')?.level).toBe('region')
    expect(gazetteer.resolve('Le Café')).toBeUndefined()
    expect(gazetteer.resolve('Kabul')).toBeUndefined()
    expect(gazetteer.sources.map((source) => source.name)).toEqual(['hand', 'GeoNames dump'])
  })
  it('produces a gazetteer for the geoparser and the relations', () => {
    expect(createGeoparser(gazetteer).mentions('A storm in Locronan, Bretagne.', 'en')[0]?.place?.id).toBe(
      'gn:5003',
    )
    const france = gazetteer.resolve('France')
    expect(france && neighboursOf(gazetteer, france).get('gn:5003')).toBeCloseTo(0.2)
  })
})
