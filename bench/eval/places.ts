import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { distanceKm } from '../../src/place/distance.ts'
import type { Gazetteer } from '../../src/place/gazetteer.ts'
import { createGeoparser, type Geoparser } from '../../src/place/geoparser.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { hashKey } from '../../src/place/name-key.ts'
import { locatePhrase } from '../../src/place/place-phrase.ts'
import { detectLanguage } from '../../src/text/language.ts'

/** The usual radius in geoparsing: a hundred miles. */
const RADIUS_KM = 161

interface Gold {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly lat?: number | null
  readonly lon?: number | null
}

interface Text {
  readonly id: string
  readonly text: string
  readonly gold: readonly Gold[]
}

/** One measured set, or one half of it. */
interface PlaceScore {
  readonly set: string
  readonly half: 'development' | 'check' | 'all'
  readonly texts: number
  readonly gold: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Of the hits. */
  readonly within161: number
  readonly medianKm: number
}

interface PhraseScore {
  readonly set: string
  readonly half: 'development' | 'check' | 'all'
  readonly phrases: number
  readonly withinStated: number
  readonly within161: number
  readonly unresolved: number
}

export interface PlaceReport {
  readonly texts: readonly PlaceScore[]
  readonly phrases: readonly PhraseScore[]
  readonly megabytesPerSecond: number
  readonly chineseMegabytesPerSecond: number
}

/** Constants were tuned on the errors of the first half; the second half is held out. */
const halfOf = (id: string): 'development' | 'check' => (hashKey(id) % 2 === 0 ? 'development' : 'check')

function readLines(path: string): unknown[] {
  return gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)
}

function readToponymSet(path: string): Text[] {
  return (readLines(path) as { id: string; text: string; toponyms: Gold[] }[]).map(
    ({ id, text, toponyms }) => ({
      id,
      text,
      gold: toponyms.filter((one) => typeof one.lat === 'number' && typeof one.lon === 'number'),
    }),
  )
}

function readChineseSet(path: string): Text[] {
  return (readLines(path) as { id: string; text: string; places: Gold[] }[]).map(({ id, text, places }) => ({
    id,
    text,
    gold: places,
  }))
}

type Mentions = ReturnType<Geoparser['mentions']>

function scoreTexts(
  set: string,
  half: PlaceScore['half'],
  texts: readonly Text[],
  mentionsOf: (text: string) => Mentions,
): PlaceScore {
  let predicted = 0
  let right = 0
  let gold = 0
  let hit = 0
  const away: number[] = []
  for (const text of texts) {
    const mentions = mentionsOf(text.text)
    predicted += mentions.length
    gold += text.gold.length
    for (const mention of mentions)
      if (text.gold.some((one) => one.start < mention.end && mention.start < one.end)) right++
    for (const one of text.gold) {
      const mention = mentions.find((other) => one.start < other.end && other.start < one.end)
      if (!mention) continue
      hit++
      if (typeof one.lat === 'number' && typeof one.lon === 'number')
        away.push(
          mention.place ? distanceKm(mention.place.lat, mention.place.lon, one.lat, one.lon) : Infinity,
        )
    }
  }
  away.sort((a, b) => a - b)
  const precision = right / Math.max(1, predicted)
  const recall = hit / Math.max(1, gold)
  return {
    set,
    half,
    texts: texts.length,
    gold,
    precision,
    recall,
    f1: (2 * precision * recall) / Math.max(1e-9, precision + recall),
    within161: away.filter((km) => km <= RADIUS_KM).length / Math.max(1, away.length),
    medianKm: away[Math.floor(away.length / 2)] ?? Number.NaN,
  }
}

interface Phrase {
  readonly id: string
  readonly phrase: string
  readonly country: string
  readonly lat: number
  readonly lon: number
  readonly statedKm: number
}

const STATED_KM: ReadonlyMap<string, number> = new Map([
  ['exact', 1],
  ['1km', 1],
  ['5km', 5],
  ['10km', 10],
  ['25km', 25],
  ['50km', 50],
])

function readPhrases(path: string): Phrase[] {
  const [header = [], ...rows] = parseCsv(gunzipSync(readFileSync(path)).toString())
  const column = (row: readonly string[], name: string): string => row[header.indexOf(name)] ?? ''
  return rows
    .map((row) => ({
      id: column(row, 'event_id'),
      phrase: column(row, 'location_description'),
      country: column(row, 'country_name'),
      lat: Number(column(row, 'latitude')),
      lon: Number(column(row, 'longitude')),
      statedKm: STATED_KM.get(column(row, 'location_accuracy')) ?? Number.NaN,
    }))
    .filter(({ phrase }) => phrase.trim() !== '')
}

function scorePhrases(
  half: PhraseScore['half'],
  phrases: readonly Phrase[],
  gazetteer: Gazetteer,
  withCountry: boolean,
): PhraseScore {
  let withinStated = 0
  let stated = 0
  let within161 = 0
  let unresolved = 0
  for (const { phrase, country, lat, lon, statedKm } of phrases) {
    const place = locatePhrase(gazetteer, withCountry && country ? `${phrase}, ${country}` : phrase)
    const km = place ? distanceKm(place.lat, place.lon, lat, lon) : Number.POSITIVE_INFINITY
    if (!place) unresolved++
    if (km <= RADIUS_KM) within161++
    if (Number.isNaN(statedKm)) continue
    stated++
    if (km <= statedKm) withinStated++
  }
  return {
    set: withCountry ? 'landslides, country given' : 'landslides, phrase alone',
    half,
    phrases: phrases.length,
    withinStated: withinStated / Math.max(1, stated),
    within161: within161 / Math.max(1, phrases.length),
    unresolved: unresolved / Math.max(1, phrases.length),
  }
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c !== '"') field += c
      else if (text[i + 1] === '"') field += text[++i]
      else quoted = false
    } else if (c === '"') quoted = true
    else if (c === ',' || c === '\n') {
      row.push(field.replace(/\r$/, ''))
      field = ''
      if (c === '\n') {
        rows.push(row)
        row = []
      }
    } else field += c
  }
  if (field !== '' || row.length > 0) rows.push([...row, field])
  return rows
}

/** Measures all place data of the data folder. Rows without a remark use the settings of the crawler. */
export function evaluatePlaces(data: string, gazetteer: Gazetteer = loadGazetteer()): PlaceReport {
  const plain = createGeoparser(gazetteer)
  const withDemonyms = createGeoparser(gazetteer, { demonyms: true })
  const scores: PlaceScore[] = []
  const halves = (set: string, texts: readonly Text[], mentionsOf: (text: string) => Mentions): void => {
    for (const half of ['development', 'check', 'all'] as const)
      scores.push(
        scoreTexts(
          set,
          half,
          texts.filter(({ id }) => half === 'all' || halfOf(id) === half),
          mentionsOf,
        ),
      )
  }
  /** As the crawler does: the same geoparser for every page, in the language that the page's words show. */
  const asCrawler = (text: string): Mentions => plain.mentions(text, detectLanguage(text))
  const at = (...parts: string[]): string => join(data, ...parts)
  let speed = Number.NaN
  if (existsSync(at('geoparsing', 'lgl.jsonl.gz'))) {
    const lgl = readToponymSet(at('geoparsing', 'lgl.jsonl.gz'))
    const geovirus = readToponymSet(at('geoparsing', 'geovirus.jsonl.gz'))
    halves('LGL, adjectives too', lgl, (text) => withDemonyms.mentions(text, 'en'))
    halves('LGL', lgl, asCrawler)
    halves('GeoVirus', geovirus, asCrawler)
    speed = megabytesPerSecond([...lgl, ...geovirus], plain, 'en')
  }
  let chineseSpeed = Number.NaN
  if (existsSync(at('chinese', 'cec.jsonl.gz'))) {
    const cec = readChineseSet(at('chinese', 'cec.jsonl.gz'))
    halves('CEC (Chinese)', cec, asCrawler)
    halves('CEC, without nouns', cec, (text) => asCrawler(text).filter(({ kind }) => kind !== 'common'))
    halves('CEC, gazetteer names', cec, (text) => asCrawler(text).filter(({ kind }) => kind === 'name'))
    chineseSpeed = megabytesPerSecond(cec, plain, 'zh')
  }
  const phrases: PhraseScore[] = []
  if (existsSync(at('places', 'landslides.csv.gz'))) {
    const all = readPhrases(at('places', 'landslides.csv.gz'))
    for (const withCountry of [false, true])
      for (const half of ['development', 'check', 'all'] as const)
        phrases.push(
          scorePhrases(
            half,
            all.filter(({ id }) => half === 'all' || halfOf(id) === half),
            gazetteer,
            withCountry,
          ),
        )
  }
  return { texts: scores, phrases, megabytesPerSecond: speed, chineseMegabytesPerSecond: chineseSpeed }
}

function megabytesPerSecond(texts: readonly Text[], geoparser: Geoparser, language: string): number {
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  const started = process.cpuUsage()
  for (const { text } of texts) geoparser.places(text, language)
  return bytes / Math.max(1, process.cpuUsage(started).user)
}

/** Figures of others on the same gold, from the data folder's README. */
const PEERS: readonly string[] = [
  'LGL       CLAVIN               P .838 R .460 F .594  within 161 km .687',
  'LGL       Edinburgh            P .760 R .594 F .667  within 161 km .802',
  'GeoVirus  CLAVIN               P .940 R .656 F .773  within 161 km .778',
  'GeoVirus  Edinburgh            P .897 R .859 F .878  within 161 km .793',
]

const share = (value: number): string => (Number.isNaN(value) ? '  - ' : value.toFixed(3))

export function printPlaces(report: PlaceReport): string {
  const lines = ['set                        half         texts  gold   P     R     F     <=161km  median km']
  for (const s of report.texts)
    lines.push(
      `${s.set.padEnd(26)} ${s.half.padEnd(12)} ${String(s.texts).padStart(5)} ${String(s.gold).padStart(5)}  ${share(s.precision)} ${share(s.recall)} ${share(s.f1)}  ${share(s.within161)}   ${s.medianKm.toFixed(1)}`,
    )
  lines.push(
    '',
    ...PEERS,
    '',
    'set                        half         phrases  stated accuracy  <=161km  unresolved',
  )
  for (const s of report.phrases)
    lines.push(
      `${s.set.padEnd(26)} ${s.half.padEnd(12)} ${String(s.phrases).padStart(7)}  ${share(s.withinStated)}            ${share(s.within161)}    ${share(s.unresolved)}`,
    )
  lines.push(
    '',
    `speed: ${report.megabytesPerSecond.toFixed(2)} MB of text a second on one core, ${report.chineseMegabytesPerSecond.toFixed(2)} MB of Chinese text`,
  )
  return lines.join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('Usage: npx tsx bench/eval/places.ts <data folder>')
  process.stdout.write(`${printPlaces(evaluatePlaces(folder))}\n`)
}
