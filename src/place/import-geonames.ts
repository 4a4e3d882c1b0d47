import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { PlaceLevel } from '../model/place.ts'
import { copyAreas } from './base-areas.ts'
import { findSorted } from './find-sorted.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { Rank } from './gazetteer-format.ts'
import { GazetteerWriter } from './gazetteer-writer.ts'

/** Files of a GeoNames dump, unpacked. */
export interface GeonamesFiles {
  readonly allCountries: string
  readonly alternateNames?: string
  readonly admin1Codes: string
  readonly admin2Codes: string
  readonly countryInfo: string
}

export interface ImportOptions {
  /** The built gazetteer: continents, countries, demonyms, regions and outlines come from it. */
  readonly base: Gazetteer
  /** GeoNames feature classes to import. Default: A units, P settlements, T mountains, H waters, L areas. */
  readonly featureClasses?: string
  /** Settlements with a smaller population are skipped; 0 (default) keeps every village. */
  readonly minPopulation?: number
}

export interface ImportReport {
  readonly places: number
  readonly names: number
  /** Number of malformed lines. */
  readonly skipped: number
}

/**
 * Streams a GeoNames dump into the compact format at `out`. Memory grows with the number of imported places; the dump itself is
 * never held in memory.
 */
export async function importGeonames(
  files: GeonamesFiles,
  out: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const writer = new GazetteerWriter()
  const base = options.base.file
  const moved = copyAreas(base, writer)
  const areas = new Areas(options.base, moved)
  await areas.readCountries(files.countryInfo)
  const units = await addUnits(files, writer, areas)
  const classes = new Set(options.featureClasses ?? 'APTHL')
  const minPopulation = options.minPopulation ?? 0
  let skipped = 0
  const ids: number[] = []
  const rows: number[] = []
  for await (const line of linesOf(files.allCountries)) {
    const place = readPlace(line)
    if (!place) {
      skipped++
      continue
    }
    if (!classes.has(place.featureClass) || areas.known.has(place.id) || units.ids.has(place.id)) {
      const row = areas.known.get(place.id) ?? units.ids.get(place.id)
      if (row !== undefined) units.place(writer, row, place)
      continue
    }
    if (place.featureClass === 'P' && place.population < minPopulation) continue
    const parent =
      units.rows.get(`${place.country}.${place.admin1}.${place.admin2}`) ??
      units.rows.get(`${place.country}.${place.admin1}`) ??
      areas.countries.get(place.country) ??
      -1
    const { level, rank } = kindOf(place.featureClass, place.feature)
    const row = writer.add({
      id: { kind: 'gn', value: place.id },
      name: place.name,
      level,
      rank,
      lat: place.lat,
      lon: place.lon,
      population: place.population,
      country: place.country,
      parent: level === 'region' ? -1 : parent,
    })
    if (place.ascii && place.ascii !== place.name) writer.addName(row, place.ascii, 'other')
    ids.push(place.id)
    rows.push(row)
  }
  const names = files.alternateNames
    ? await addAlternates(files.alternateNames, writer, sortedIds(ids, rows), [areas.known, units.ids])
    : 0
  const { commonWords, personNames, givenNames, placeWords } = base.rows
  const sources = [
    ...options.base.sources,
    {
      name: 'GeoNames dump',
      version: 'import',
      licence: 'CC BY 4.0',
      attribution: 'GeoNames (geonames.org)',
    },
  ]
  writer.write(out, `${options.base.version}+geonames`, sources, {
    commonWords,
    personNames,
    givenNames,
    placeWords,
  })
  return { places: writer.places, names, skipped }
}

interface DumpPlace {
  readonly id: number
  readonly name: string
  readonly ascii: string
  readonly lat: number
  readonly lon: number
  readonly featureClass: string
  readonly feature: string
  readonly country: string
  readonly admin1: string
  readonly admin2: string
  readonly population: number
}

function readPlace(line: string): DumpPlace | undefined {
  const column = line.split('\t')
  const id = Number(column[0])
  const lat = Number(column[4])
  const lon = Number(column[5])
  if (
    column.length < 15 ||
    !Number.isInteger(id) ||
    id <= 0 ||
    !(Math.abs(lat) <= 90) ||
    !(Math.abs(lon) <= 180)
  )
    return undefined
  return {
    id,
    name: column[1] ?? '',
    ascii: column[2] ?? '',
    lat,
    lon,
    featureClass: column[6] ?? '',
    feature: column[7] ?? '',
    country: column[8] ?? '',
    admin1: column[10] ?? '',
    admin2: column[11] ?? '',
    population: Math.min(0xffffffff, Math.max(0, Number(column[14]) || 0)),
  }
}

function kindOf(featureClass: string, feature: string): { level: PlaceLevel; rank: Rank } {
  if (featureClass === 'A') {
    if (feature === 'ADM3') return { level: 'county', rank: 'unit' }
    return { level: feature.startsWith('ADM') ? 'town' : 'region', rank: 'unit' }
  }
  if (featureClass !== 'P') return { level: 'region', rank: 'unit' }
  if (feature === 'PPLC') return { level: 'town', rank: 'capital' }
  if (feature === 'PPLA') return { level: 'town', rank: 'province-seat' }
  if (feature.startsWith('PPLA')) return { level: 'town', rank: 'seat' }
  return { level: 'town', rank: feature === 'PPLX' ? 'quarter' : 'plain' }
}

/** Base places that are also in the dump, by GeoNames number. */
class Areas {
  readonly known = new Map<number, number>()
  readonly countries = new Map<string, number>()
  readonly #gazetteer: Gazetteer
  readonly #moved: Int32Array

  constructor(gazetteer: Gazetteer, moved: Int32Array) {
    this.#gazetteer = gazetteer
    this.#moved = moved
  }

  row(id: string): number | undefined {
    const old = this.#gazetteer.file.placeRow(id)
    const row = old < 0 ? -1 : (this.#moved[old] ?? -1)
    return row < 0 ? undefined : row
  }

  async readCountries(path: string): Promise<void> {
    for await (const line of linesOf(path)) {
      const column = line.split('\t')
      const row = line.startsWith('#') ? undefined : this.row(`iso:${column[0]}`)
      if (row === undefined || !column[0]) continue
      this.countries.set(column[0], row)
      if (Number(column[16]) > 0) this.known.set(Number(column[16]), row)
    }
  }
}

interface Units {
  /** By GeoNames code, `US.CA` and `US.CA.037`. */
  readonly rows: ReadonlyMap<string, number>
  /** By GeoNames number. */
  readonly ids: ReadonlyMap<number, number>
  /** Sets the position of a unit that is only in the code lists. */
  place(writer: GazetteerWriter, row: number, place: DumpPlace): void
}

async function addUnits(files: GeonamesFiles, writer: GazetteerWriter, areas: Areas): Promise<Units> {
  const rows = new Map<string, number>()
  const ids = new Map<number, number>()
  const unplaced = new Set<number>()
  for (const [path, level] of [
    [files.admin1Codes, 'province'],
    [files.admin2Codes, 'prefecture'],
  ] as const)
    for await (const line of linesOf(path)) {
      const [code = '', name = '', ascii = '', id = ''] = line.split('\t')
      const parent =
        level === 'province' ? areas.countries.get(code.slice(0, 2)) : rows.get(code.split('.', 2).join('.'))
      if (parent === undefined || !name) continue
      const there = areas.row(`gn:${id}`) ?? areas.row(`adm:${code}`)
      const country = code.slice(0, 2)
      const row =
        there ??
        writer.add({
          id: { kind: 'gn', value: Number(id) },
          name,
          level,
          rank: 'unit',
          lat: 0,
          lon: 0,
          population: 0,
          country,
          parent,
        })
      if (there === undefined) {
        unplaced.add(row)
        if (ascii && ascii !== name) writer.addName(row, ascii, 'other')
      }
      rows.set(code, row)
      ids.set(Number(id), row)
    }
  return {
    rows,
    ids,
    place: (into, row, { lat, lon, population }) => {
      if (!unplaced.has(row)) return
      into.setCoordinates(row, lat, lon)
      into.setPopulation(row, population)
    },
  }
}

interface SortedIds {
  readonly ids: Uint32Array
  readonly rows: Uint32Array
}

function sortedIds(ids: readonly number[], rows: readonly number[]): SortedIds {
  const order = new Uint32Array(ids.length).map((_, i) => i)
  order.sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0))
  return { ids: order.map((i) => ids[i] ?? 0), rows: order.map((i) => rows[i] ?? 0) }
}

/** Values of the language column that mark links, postcodes, airport codes and the like. */
const NO_LANGUAGE = new Set([
  'link',
  'post',
  'iata',
  'icao',
  'faac',
  'tcid',
  'unlc',
  'abbr',
  'wkdt',
  'phon',
  'piny',
])

async function addAlternates(
  path: string,
  writer: GazetteerWriter,
  sorted: SortedIds,
  others: readonly ReadonlyMap<number, number>[],
): Promise<number> {
  let names = 0
  for await (const line of linesOf(path)) {
    const [, id = '', language = '', name = ''] = line.split('\t', 4)
    if (!name || NO_LANGUAGE.has(language)) continue
    const at = findSorted(sorted.ids, Number(id))
    const row =
      at >= 0
        ? sorted.rows[at]
        : others.map((map) => map.get(Number(id))).find((found) => found !== undefined)
    if (row === undefined) continue
    writer.addName(row, name, 'other')
    names++
  }
  return names
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({
    input: createReadStream(path, { encoding: 'utf8' }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
}
