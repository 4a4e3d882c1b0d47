import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlaceLevel } from '../model/place.ts'
import { Gazetteer } from './gazetteer.ts'
import { GazetteerFile } from './gazetteer-file.ts'
import type { Rank } from './gazetteer-format.ts'
import { GazetteerWriter, hashWords } from './gazetteer-writer.ts'

/** A small gazetteer for tests, written and read by the production code. */
export function smallGazetteer(): Gazetteer {
  const folder = mkdtempSync(join(tmpdir(), 'eventide-gazetteer-'))
  const path = join(folder, 'small.bin')
  writeSmallGazetteer(path)
  const gazetteer = new Gazetteer(new GazetteerFile(path))
  rmSync(folder, { recursive: true })
  return gazetteer
}

type Line = readonly [
  name: string,
  level: PlaceLevel,
  parent: string,
  lat: number,
  lon: number,
  people: number,
  rank?: Rank,
  others?: string,
]

const PLACES: readonly Line[] = [
  ['World', 'world', '', 0, 0, 0],
  ['Asia', 'continent', 'World', 34, 100, 0],
  ['Europe', 'continent', 'World', 54, 15, 0],
  ['North America', 'continent', 'World', 45, -100, 0],
  ['North Korea', 'country', 'Asia', 40, 127, 24_000_000],
  ['China', 'country', 'Asia', 35, 105, 1_300_000_000, 'plain', '中国'],
  ['Turkey', 'country', 'Asia', 39, 35, 75_000_000],
  ['Afghanistan', 'country', 'Asia', 33, 65, 30_000_000],
  ['Iraq', 'country', 'Asia', 33, 44, 30_000_000],
  ['France', 'country', 'Europe', 46, 2, 60_000_000],
  ['United Kingdom', 'country', 'Europe', 54, -2, 60_000_000, 'plain', 'short:UK'],
  ['United States', 'country', 'North America', 39, -98, 300_000_000, 'plain', 'short:US;short:U.S.'],
  ['Pyongyang Province', 'province', 'North Korea', 39, 125.7, 3_300_000, 'unit'],
  ['Pyongyang', 'town', 'Pyongyang Province', 39.03, 125.75, 3_200_000, 'capital'],
  ['Sichuan', 'province', 'China', 30.5, 102.4, 80_000_000, 'unit', '四川省;四川'],
  ['Aba', 'prefecture', 'Sichuan', 32, 102.2, 900_000, 'unit'],
  ['Wenchuan', 'town', 'Aba', 31.5, 103.6, 100_000, 'seat', '汶川县;汶川'],
  ['Texas', 'province', 'United States', 31.3, -99.3, 25_000_000, 'unit', 'short:Tex.;short:TX'],
  ['Lamar County', 'county', 'Texas', 33.6, -95.6, 50_000, 'unit', 'bare:Lamar'],
  ['Alabama', 'province', 'United States', 32.7, -86.8, 4_800_000, 'unit', 'short:Ala.;short:AL'],
  ['Pennsylvania', 'province', 'United States', 40.9, -77.8, 12_700_000, 'unit', 'short:Pa.;short:PA'],
  ['Illinois', 'province', 'United States', 40, -89.2, 12_000_000, 'unit', 'short:Ill.;short:IL'],
  ['Massachusetts', 'province', 'United States', 42.3, -71.8, 6_500_000, 'unit', 'short:Mass.;short:MA'],
  ['Paris', 'town', 'France', 48.85, 2.35, 2_100_000, 'capital'],
  ['Paris', 'town', 'Lamar County', 33.66, -95.56, 25_000],
  ['Nice', 'town', 'France', 43.7, 7.27, 340_000],
  ['Reading', 'town', 'United Kingdom', 51.46, -0.97, 240_000],
  ['Reading', 'town', 'Pennsylvania', 40.34, -75.93, 88_000],
  ['Mobile', 'town', 'Alabama', 30.69, -88.04, 195_000],
  ['Kabul', 'town', 'Afghanistan', 34.53, 69.17, 3_000_000, 'capital'],
  ['Springfield', 'town', 'Illinois', 39.8, -89.64, 116_000],
  ['Springfield', 'town', 'Massachusetts', 42.1, -72.59, 153_000],
  ['Boston', 'town', 'Massachusetts', 42.36, -71.06, 617_000, 'province-seat'],
  ['Chicago', 'town', 'Illinois', 41.85, -87.65, 2_700_000],
  ['Lincoln', 'town', 'Illinois', 40.15, -89.36, 14_000],
  ['Houston', 'town', 'Texas', 29.76, -95.36, 2_100_000],
  ['May', 'town', 'Texas', 31.97, -98.92, 300],
]

const REGIONS: readonly (readonly [name: string, ring: readonly number[]])[] = [
  ['Himalayas', [7000, 2700, 9700, 2700, 9700, 3600, 7000, 3600]],
  ['Sichuan Basin', [10200, 2900, 10600, 2900, 10600, 3200, 10200, 3200]],
]

export function writeSmallGazetteer(path: string): void {
  const writer = new GazetteerWriter()
  const rows = new Map<string, number>()
  PLACES.forEach(([name, level, parent, lat, lon, population, rank = 'plain', others = ''], i) => {
    const country = countryOf(name, parent)
    const row = writer.add({
      id: level === 'country' ? { kind: 'iso', value: country } : { kind: 'gn', value: i + 1 },
      name,
      level,
      rank,
      lat,
      lon,
      population,
      country,
      parent: rows.get(parent) ?? -1,
    })
    if (!rows.has(name)) rows.set(name, row)
    for (const other of others.split(';').filter((one) => one !== '')) {
      const kind = other.startsWith('short:') ? 'short' : other.startsWith('bare:') ? 'bare' : 'other'
      writer.addName(row, other.replace(/^(?:short|bare):/, ''), kind)
    }
  })
  const row = (name: string): number => rows.get(name) ?? 0
  writer.addName(row('France'), 'French', 'demonym')
  writer.addName(row('Iraq'), 'Iraqi', 'demonym')
  const eastAsia = writer.add({
    ...REGION,
    id: { kind: 'm49', value: '030' },
    name: 'East Asia',
    lat: 35,
    lon: 115,
  })
  for (const member of ['North Korea', 'China']) writer.addMember(eastAsia, row(member))
  for (const [name, ring] of REGIONS) {
    const region = writer.add({ ...REGION, id: { kind: 'ne', value: name }, name, lat: 30, lon: 84 })
    writer.addOutline(region, [[...ring]])
  }
  writer.addOutline(row('China'), [[7500, 2500, 12000, 2500, 12000, 4500, 7500, 4500]])
  writer.addOutline(row('Sichuan'), [[9800, 2700, 10700, 2700, 10700, 3400, 9800, 3400]])
  writer.addOutline(row('France'), [[-400, 4300, 800, 4300, 800, 5000, -400, 5000]])
  writer.write(
    path,
    'test',
    [{ name: 'hand', version: '1', licence: 'none', attribution: 'made for tests' }],
    {
      commonWords: hashWords(['reading', 'mobile', 'may', 'turkey', 'nice', 'china', 'met', 'in']),
      personNames: hashWords(['Lincoln', 'Houston', 'Paris', 'May']),
      givenNames: hashWords(['Paris', 'Abraham', 'John', 'May', 'Houston']),
      placeWords: hashWords(['四川', '汶川', '日惹']),
    },
  )
}

const REGION = { level: 'region', population: 0, country: '', parent: -1 } as const

const CODES: ReadonlyMap<string, string> = new Map([
  ['North Korea', 'KP'],
  ['China', 'CN'],
  ['Turkey', 'TR'],
  ['Afghanistan', 'AF'],
  ['Iraq', 'IQ'],
  ['France', 'FR'],
  ['United Kingdom', 'GB'],
  ['United States', 'US'],
])

function countryOf(name: string, parent: string): string {
  for (let at: string | undefined = name, up = parent; at; ) {
    const code = CODES.get(at)
    if (code) return code
    const line: Line | undefined = PLACES.find(([other]) => other === up)
    at = line?.[0]
    up = line?.[2] ?? ''
  }
  return ''
}
