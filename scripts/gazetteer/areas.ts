import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type GazetteerWriter, hundredths } from '../../src/place/gazetteer-writer.ts'
import { COUNTRY_NAMES } from './country-names.ts'
import { type Centre, mainCentre, type Ring, ringArea, simplifyRing } from './simplify.ts'

const require = createRequire(import.meta.url)

interface Country {
  readonly name: { readonly common: string; readonly official: string; readonly native: Names }
  readonly cca2: string
  readonly cca3: string
  readonly altSpellings: readonly string[]
  readonly region: string
  readonly subregion: string
  readonly translations: Names
  readonly latlng: readonly [number, number]
  readonly demonyms: Readonly<Record<string, { readonly f: string; readonly m: string }>>
}
type Names = Readonly<Record<string, { readonly official: string; readonly common: string }>>

export interface Areas {
  /** ISO 3166-1 alpha-2 to row. */
  readonly countries: ReadonlyMap<string, number>
}

/** Languages whose names for countries and continents are taken from ICU: the most spoken, and those with many websites. */
const LANGUAGES =
  'en zh zh-Hant es fr ar ru pt de ja ko it tr vi th id ms hi bn ur fa he nl sv no da fi pl cs sk hu ro bg uk el hr sr sl lt lv et ka hy az kk uz ta te mr gu kn ml pa ne si my km lo am sw ca eu gl sq mk is ga'.split(
    ' ',
  )

const CONTINENTS: readonly (readonly [code: string, name: string, lat: number, lon: number])[] = [
  ['002', 'Africa', 2, 21],
  ['142', 'Asia', 34, 100],
  ['150', 'Europe', 54, 15],
  ['003', 'North America', 45, -100],
  ['005', 'South America', -15, -60],
  ['009', 'Oceania', -22, 140],
  ['AQ', 'Antarctica', -82, 0],
]

/** UN M49 areas between continent and country; names are from ICU, members from world-countries. */
const SUBREGIONS: ReadonlyMap<string, string> = new Map([
  ['Eastern Asia', '030'],
  ['South-Eastern Asia', '035'],
  ['Southern Asia', '034'],
  ['Western Asia', '145'],
  ['Central Asia', '143'],
  ['Northern Europe', '154'],
  ['Western Europe', '155'],
  ['Eastern Europe', '151'],
  ['Southern Europe', '039'],
  ['Northern Africa', '015'],
  ['Western Africa', '011'],
  ['Middle Africa', '017'],
  ['Eastern Africa', '014'],
  ['Southern Africa', '018'],
  ['Central America', '013'],
  ['Caribbean', '029'],
  ['Polynesia', '061'],
  ['Micronesia', '057'],
  ['Melanesia', '054'],
])

/** Names used in the press, if they differ from M49. */
const SUBREGION_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['030', ['East Asia', '东亚', '東亞']],
  ['035', ['Southeast Asia', 'South-East Asia', 'South East Asia', '东南亚', '東南亞']],
  ['034', ['South Asia', '南亚', '南亞']],
  ['145', ['West Asia', '西亚']],
  ['143', ['中亚']],
  ['015', ['North Africa', '北非']],
  ['011', ['West Africa', '西非']],
  ['017', ['Central Africa', '中非地区']],
  ['014', ['East Africa', '东非']],
  ['018', ['南部非洲']],
  ['151', ['东欧']],
  ['155', ['西欧']],
  ['154', ['北欧']],
  ['039', ['南欧']],
  ['013', ['中美洲']],
  ['029', ['the Caribbean', '加勒比地区']],
])

/** In degrees; coarse, because countries are compared with whole provinces. */
const OUTLINE_TOLERANCE = 0.05
const MIN_ISLAND = 0.01
/** A country with less than this share on its largest island is placed at the atlas position, not at the centre of that island. */
const MAINLAND = 0.78
/** Most of its area is on another continent than most of its people: it would move Europe's centre to Siberia. */
const TRANSCONTINENTAL = 'RU'
/** Weight of the mainland's centre of gravity against the atlas's rounded point. */
const GRAVITY = 0.75

export function addAreas(writer: GazetteerWriter): Areas {
  const world = writer.add(area('m49', '001', 'World', 'world', 0, 0, -1))
  const continents = new Map<string, number>()
  for (const [code, name, lat, lon] of CONTINENTS) {
    const row = writer.add(area('m49', code, name, 'continent', lat, lon, world))
    continents.set(name, row)
    for (const other of icuNames(code)) writer.addName(row, other, 'other')
  }
  for (const [name, continent] of [
    ['African', 'Africa'],
    ['Asian', 'Asia'],
    ['European', 'Europe'],
    ['North American', 'North America'],
    ['South American', 'South America'],
  ] as const)
    writer.addName(continents.get(continent) ?? world, name, 'demonym')
  writer.addName(continents.get('Europe') ?? world, 'European Union', 'other')
  writer.addName(continents.get('Europe') ?? world, 'EU', 'short')
  const list = JSON.parse(
    readFileSync(require.resolve('world-countries/countries.json'), 'utf8'),
  ) as Country[]
  const countries = new Map<string, number>()
  const members = new Map<string, number[]>()
  const middles = new Map<number, Centre[]>()
  for (const country of list) {
    const continent = continents.get(continentOf(country)) ?? world
    const outline = outlineOf(country.cca3)
    const middle = mainCentre(outline)
    if (middle && country.cca2 !== TRANSCONTINENTAL)
      middles.set(continent, [...(middles.get(continent) ?? []), middle])
    const gravity = middle && middle.share >= MAINLAND ? GRAVITY : 0
    const blend = (atlas: number, centre = 0): number => atlas + gravity * (centre - atlas)
    const row = writer.add({
      id: { kind: 'iso', value: country.cca2 },
      name: country.name.common,
      level: 'country',
      lat: blend(country.latlng[0], middle?.lat),
      lon: blend(country.latlng[1], middle?.lon),
      population: 0,
      country: country.cca2,
      parent: continent,
    })
    countries.set(country.cca2, row)
    addCountryNames(writer, row, country)
    writer.addOutline(row, outline)
    const code = SUBREGIONS.get(country.subregion)
    if (code) members.set(code, [...(members.get(code) ?? []), row])
  }
  for (const [continent, parts] of middles) {
    const total = parts.reduce((sum, part) => sum + part.area, 0)
    const mean = (of: 'lat' | 'lon'): number =>
      parts.reduce((sum, part) => sum + part[of] * part.area, 0) / total
    if (continent !== continents.get('Oceania')) writer.setCoordinates(continent, mean('lat'), mean('lon'))
  }
  const americas = writer.add(area('m49', '019', 'Americas', 'region', 10, -85, -1))
  for (const name of icuNames('019')) writer.addName(americas, name, 'other')
  for (const name of ['North America', 'South America'])
    writer.addMember(americas, continents.get(name) ?? world)
  for (const [name, code] of SUBREGIONS)
    addSubregion(writer, name, code, members.get(code) ?? [], list, countries)
  return { countries }
}

function addSubregion(
  writer: GazetteerWriter,
  name: string,
  code: string,
  rows: readonly number[],
  list: readonly Country[],
  countries: ReadonlyMap<string, number>,
): void {
  const inside = list.filter((country) => rows.includes(countries.get(country.cca2) ?? -1))
  const lat = inside.reduce((sum, country) => sum + country.latlng[0], 0) / Math.max(1, inside.length)
  const lon = inside.reduce((sum, country) => sum + country.latlng[1], 0) / Math.max(1, inside.length)
  const row = writer.add(area('m49', code, name, 'region', lat, lon, -1))
  for (const other of [...icuNames(code), ...(SUBREGION_NAMES.get(code) ?? [])])
    writer.addName(row, other, 'other')
  for (const member of rows) writer.addMember(row, member)
}

function area(
  kind: 'm49',
  value: string,
  name: string,
  level: 'world' | 'continent' | 'region',
  lat: number,
  lon: number,
  parent: number,
) {
  return { id: { kind, value }, name, level, lat, lon, population: 0, country: '', parent }
}

function addCountryNames(writer: GazetteerWriter, row: number, country: Country): void {
  const names = new Set<string>([country.name.official])
  for (const name of country.altSpellings) if (name.length > 3 && !name.includes(',')) names.add(name)
  for (const set of [country.name.native, country.translations])
    for (const { official, common } of Object.values(set)) {
      names.add(official)
      names.add(common)
    }
  for (const name of icuNames(country.cca2)) names.add(name)
  for (const name of names) if (!/^[a-z]|[()]/.test(name) && !isCode(name)) writer.addName(row, name, 'other')
  const extra = COUNTRY_NAMES.get(country.cca2)
  for (const name of extra?.names ?? []) writer.addName(row, name, 'other')
  for (const name of extra?.short ?? []) writer.addName(row, name, 'short')
  const demonyms = new Set(extra?.demonyms ?? [])
  for (const { f, m } of Object.values(country.demonyms ?? {})) {
    demonyms.add(f)
    demonyms.add(m)
  }
  for (const demonym of demonyms) {
    if (!demonym) continue
    writer.addName(row, demonym, 'demonym')
    if (/[an]$/.test(demonym)) writer.addName(row, `${demonym}s`, 'demonym')
  }
}

/** `UK`, `EUA`, `A.S.`: short forms in some language or other; those of the press are listed by hand. */
function isCode(name: string): boolean {
  return name.replace(/[^\p{L}]/gu, '').length < 4 && /^[\p{Script=Latin}.\s]*$/u.test(name)
}

function continentOf(country: Country): string {
  if (country.region === 'Americas')
    return country.subregion === 'South America' ? 'South America' : 'North America'
  return country.region === 'Antarctic' ? 'Antarctica' : country.region
}

const displays = LANGUAGES.map(
  (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
)
const shortDisplays = LANGUAGES.map(
  (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style: 'short' }),
)

function icuNames(code: string): string[] {
  const names = new Set<string>()
  for (const display of [...displays, ...shortDisplays]) {
    const name = display.of(code)
    if (name && name.length > 1 && name !== code && !/^[A-Z]{2}$/.test(name))
      names.add(name.replace(/ ?[(（].*$/, ''))
  }
  return [...names]
}

function outlineOf(alpha3: string): number[][] {
  const file = require
    .resolve('world-countries/countries.json')
    .replace('countries.json', `data/${alpha3.toLowerCase()}.geo.json`)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const { features } = JSON.parse(text) as {
    features: { geometry: { type: string; coordinates: unknown } | null }[]
  }
  const rings = features.flatMap(({ geometry }) => {
    if (!geometry) return []
    return geometry.type === 'MultiPolygon'
      ? (geometry.coordinates as Ring[][]).flat()
      : (geometry.coordinates as Ring[])
  })
  rings.sort((a, b) => ringArea(b) - ringArea(a))
  return rings
    .filter((ring, i) => i === 0 || ringArea(ring) > MIN_ISLAND)
    .map((ring) => simplifyRing(ring, OUTLINE_TOLERANCE).flatMap(([x, y]) => [hundredths(x), hundredths(y)]))
}
