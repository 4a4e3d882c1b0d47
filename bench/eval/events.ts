// How well the default judge distinguishes an event from similar ones:
// `npx tsx bench/eval/events.ts <data folder> [--half dev|check|both] [--strategy event-model] [--options JSON] [--cache FOLDER]`.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { draftEvent, type EventWords } from '../../src/event/draft-event.ts'
import { parseEvent } from '../../src/event/event-file.ts'
import { writeEvent } from '../../src/event/write-event.ts'
import type { EventModel } from '../../src/model/event.ts'
import type { PageReading } from '../../src/model/page.ts'
import type { Place } from '../../src/model/place.ts'
import type { Verdict } from '../../src/model/verdict.ts'
import { readPage } from '../../src/page/read-page.ts'
import { distanceKm } from '../../src/place/distance.ts'
import type { Gazetteer } from '../../src/place/gazetteer.ts'
import { createGeoparser } from '../../src/place/geoparser.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { strategyCatalog } from '../../src/score/strategy-spec.ts'

export type Half = 'dev' | 'check'

/** A text of a labelled set, the event it reports, and what is given about that event. */
export interface EventText {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly published: string | null
  /** The event it is about. */
  readonly label: string
  /** The key by which the set is split: all similar events are in the same half. */
  readonly topic: string
  /** Given with the seed, if the set gives it. */
  readonly place?: {
    readonly city: string
    readonly state: string
    readonly lat: number
    readonly lon: number
  }
  readonly start?: string
}

/** One seed text, the event made from it, and every other text of its pool with its verdict. */
export interface Ranking {
  readonly half: Half
  readonly seed: number
  readonly event: EventModel
  readonly verdicts: readonly { readonly index: number; readonly right: boolean; readonly verdict: Verdict }[]
}

export interface EventFigures {
  readonly set: string
  readonly half: Half | 'all'
  readonly seeds: number
  readonly events: number
  /** Mean average precision; over seeds, and over events (each event counts once). */
  readonly map: number
  readonly mapOfEvents: number
  /** At the judge's own threshold, over all verdicts. */
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Pairs in which a text of the event ranks above one of its twin; only where the set has twins. */
  readonly pairs: number
  readonly pairsWon: number
}

export interface EventSet {
  readonly name: string
  readonly texts: readonly EventText[]
  readonly readings: readonly PageReading[]
  readonly seeds: readonly number[]
  readonly pool: (seed: number) => readonly number[]
}

export interface EvalOptions {
  readonly strategy: string
  readonly options: unknown
  readonly halves: readonly Half[]
  readonly cache?: string
}

interface Row {
  readonly [field: string]: unknown
}

const MIN_TEXT_LENGTH = 200
const MIN_TEXTS = 4

/** Ranks every pool of the three sets by every seed, one set after the other. */
export function* evaluateEvents(
  dataFolder: string,
  options: EvalOptions,
): Generator<{ set: EventSet; rankings: Ranking[] }> {
  for (const texts of [shootings(dataFolder), ecbplus(dataFolder), clusters(dataFolder)]) {
    const set = { ...texts, readings: readingsOf(texts.name, texts.texts, options.cache) }
    yield { set, rankings: rank(set, options) }
  }
}

function rank(set: EventSet, { strategy, options, halves }: EvalOptions): Ranking[] {
  const rankings: Ranking[] = []
  for (const seed of set.seeds) {
    const text = set.texts[seed]
    const reading = set.readings[seed]
    const half = text && halfOf(text.topic)
    if (!text || !reading || !half || !halves.includes(half)) continue
    const event = eventFrom(text, reading)
    const judge = createStrategy(strategy, { event, random: () => 0.5 }, options)
    const pages = text.place ? favoured(set, event) : set.readings
    const verdicts = set.pool(seed).flatMap((index) => {
      const page = pages[index]
      if (index === seed || !page) return []
      return [{ index, right: set.texts[index]?.label === text.label, verdict: judge.judge(page) }]
    })
    rankings.push({ half, seed, event, verdicts })
  }
  return rankings
}

export function figuresOf(set: EventSet, rankings: readonly Ranking[], half: Half | 'all'): EventFigures {
  const own = rankings.filter((ranking) => half === 'all' || ranking.half === half)
  const byEvent = new Map<string, number[]>()
  let [kept, right, wanted, pairs, pairsWon] = [0, 0, 0, 0, 0]
  for (const ranking of own) {
    const label = set.texts[ranking.seed]?.label ?? ''
    byEvent.set(label, [...(byEvent.get(label) ?? []), averagePrecision(ranking)])
    for (const { right: isRight, verdict } of ranking.verdicts) {
      if (isRight) wanted++
      if (verdict.relevant) kept++
      if (isRight && verdict.relevant) right++
    }
    const twins = pairsOf(set, ranking)
    pairs += twins.pairs
    pairsWon += twins.won
  }
  const precision = kept === 0 ? 0 : right / kept
  const recall = wanted === 0 ? 0 : right / wanted
  return {
    set: set.name,
    half,
    seeds: own.length,
    events: byEvent.size,
    map: mean([...byEvent.values()].flat()),
    mapOfEvents: mean([...byEvent.values()].map(mean)),
    precision,
    recall,
    f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    pairs,
    pairsWon,
  }
}

function averagePrecision({ verdicts }: Ranking): number {
  const ranked = [...verdicts].sort((a, b) => b.verdict.relevance - a.verdict.relevance || a.index - b.index)
  let hits = 0
  let sum = 0
  for (const [i, { right }] of ranked.entries()) if (right) sum += ++hits / (i + 1)
  return hits === 0 ? 0 : sum / hits
}

/** A tie counts half. */
function pairsOf(set: EventSet, { seed, verdicts }: Ranking): { pairs: number; won: number } {
  if (set.name !== 'ecbplus') return { pairs: 0, won: 0 }
  const topic = set.texts[seed]?.topic
  const twins = verdicts.filter(({ index, right }) => !right && set.texts[index]?.topic === topic)
  let pairs = 0
  let won = 0
  for (const { right, verdict } of verdicts) {
    if (!right) continue
    for (const twin of twins) {
      pairs++
      const ahead = verdict.relevance - twin.verdict.relevance
      won += ahead > 0 ? 1 : ahead === 0 ? 0.5 : 0
    }
  }
  return { pairs, won }
}

/** As `eventide event new --pages seed --where ... --when ...` would: drafted, written, and read back. */
function eventFrom(text: EventText, reading: PageReading): EventModel {
  const gazetteer = loadGazetteer()
  const spot = text.place && spotOf(gazetteer, text.place)
  const words: EventWords = {
    name: 'seed',
    ...(spot && { where: [spot.place.id] }),
    // A town that is not in the gazetteer can still be given as a word.
    ...(spot && !spot.byName && text.place && { what: [text.place.city] }),
    ...(text.start && { start: text.start, end: text.start }),
  }
  const yaml = writeEvent(draftEvent(words, [reading]))
  return parseEvent(yaml, { places: gazetteer, strategies: strategyCatalog })
}

function spotOf(gazetteer: Gazetteer, { city, state, lat, lon }: NonNullable<EventText['place']>) {
  // "Town (Part of it)" names two places; the part is the exact one.
  const names = [city, ...(/\(([^)]*)\)/.exec(city)?.slice(1) ?? []), city.replace(/\([^)]*\)/, '').trim()]
  for (const name of names) {
    const place = gazetteer.resolve(`${name}, ${state}`)
    if (place) return { place, byName: true }
  }
  return { place: nearestTown(gazetteer, lat, lon), byName: false }
}

function nearestTown(gazetteer: Gazetteer, lat: number, lon: number): Place {
  const { rows } = gazetteer.file
  let best = 0
  let minimum = Number.POSITIVE_INFINITY
  for (let row = 0; row < rows.lat.length; row++) {
    const [rowLat = 0, rowLon = 0] = [rows.lat[row], rows.lon[row]]
    if (Math.abs(rowLat - lat) > 1 || Math.abs(rowLon - lon) > 1) continue
    const away = distanceKm(lat, lon, rowLat, rowLon)
    if (away < minimum && gazetteer.at(row).level === 'town') {
      minimum = away
      best = row
    }
  }
  return gazetteer.at(best)
}

const readAgain = new Map<string, readonly PageReading[]>()

/** Places as in a crawl, where those of the event are preferred. Only pages that contain their names can change. */
function favoured(set: EventSet, event: EventModel): readonly PageReading[] {
  const places = event.where.map(({ place }) => place)
  const key = `${set.name} ${places.map(({ id }) => id).join(' ')}`
  let readings = readAgain.get(key)
  if (!readings) {
    const geoparser = createGeoparser(loadGazetteer(), { favour: places })
    readings = set.readings.map((page) =>
      places.some(({ name }) => page.mainText.toLowerCase().includes(name.toLowerCase()))
        ? { ...page, places: geoparser.places(page.mainText, page.language) }
        : page,
    )
    readAgain.clear()
    readAgain.set(key, readings)
  }
  return readings
}

/** Each text once, as a plain-text page with its headline first. */
function readingsOf(name: string, texts: readonly EventText[], cache?: string): PageReading[] {
  const file = cache && join(cache, `${name}.json`)
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as PageReading[]
  const geoparser = createGeoparser(loadGazetteer())
  const readings = texts.map(({ url, title, text, published }): PageReading => {
    const body = new TextEncoder().encode(title ? `${title}\n\n${text}` : text)
    const page = readPage({ url, body, contentType: 'text/plain; charset=utf-8' }, { geoparser })
    return published ? { ...page, published, publishedFrom: 'given' } : page
  })
  if (file) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(file, JSON.stringify(readings))
  }
  return readings
}

type Texts = Omit<EventSet, 'readings'>

/** Incidents with at least four usable texts are seeds; every usable text is in the pool. */
function shootings(folder: string): Texts {
  const seen = new Set<string>()
  const texts = rowsOf(join(folder, 'events/gva-shootings/articles.jsonl.gz')).flatMap((row): EventText[] => {
    const text = String(row.text ?? '')
    const opening = text.slice(0, 500)
    if (text.length < MIN_TEXT_LENGTH || seen.has(opening)) return []
    seen.add(opening)
    const place = {
      city: String(row.city),
      state: String(row.state),
      lat: Number(row.lat),
      lon: Number(row.lon),
    }
    const start = String(row.incidentDate)
    return [{ ...common(row), label: String(row.incident), topic: String(row.incident), place, start }]
  })
  const counts = new Map<string, number>()
  for (const { label } of texts) counts.set(label, (counts.get(label) ?? 0) + 1)
  const all = texts.map((_, i) => i)
  const seeds = all.filter((i) => (counts.get(texts[i]?.label ?? '') ?? 0) >= MIN_TEXTS)
  return { name: 'gva-shootings', texts, seeds, pool: () => all }
}

function ecbplus(folder: string): Texts {
  const texts = rowsOf(join(folder, 'events/ecbplus/ecbplus.jsonl.gz')).map((row) => ({
    ...common(row),
    label: String(row.event),
    topic: String(row.topic),
  }))
  const all = texts.map((_, i) => i)
  return { name: 'ecbplus', texts, seeds: all, pool: () => all }
}

function clusters(folder: string): Texts {
  const rows = rowsOf(join(folder, 'events/wikinews-clusters/clusters.jsonl.gz'))
  const texts = rows.map((row) => ({
    ...common(row),
    label: String(row.cluster),
    topic: String(row.cluster),
  }))
  const sets = rows.map((row) => String(row.set))
  const all = texts.map((_, i) => i)
  const alone = (seed: number) => texts.filter(({ label }) => label === texts[seed]?.label).length < 2
  return {
    name: 'wikinews-clusters',
    texts,
    seeds: all.filter((seed) => !alone(seed)),
    pool: (seed) => all.filter((i) => sets[i] === sets[seed]),
  }
}

function common(row: Row) {
  const published = /^\d{4}-\d\d-\d\d/.exec(String(row.published ?? ''))?.[0] ?? null
  return {
    url: String(row.url ?? ''),
    title: String(row.title ?? ''),
    text: String(row.text ?? ''),
    published,
  }
}

function rowsOf(file: string): Row[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Row)
}

/** Both halves of the first split have been examined since; this is another split. */
const CUT = 'second'

function halfOf(topic: string): Half {
  const digest = createHash('sha256').update(`${topic}${CUT}`).digest()
  return ((digest[0] ?? 0) & 1) === 0 ? 'dev' : 'check'
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function line(figures: EventFigures): string {
  const { set, half, events, seeds, map, mapOfEvents, precision, recall, f1, pairs, pairsWon } = figures
  const won = pairs > 0 ? `${((100 * pairsWon) / pairs).toFixed(2)} % of ${pairs}` : '-'
  const cells = [map, mapOfEvents, precision, recall, f1].map((x) => x.toFixed(4))
  return [
    set.padEnd(18),
    half.padEnd(6),
    String(events).padStart(4),
    String(seeds).padStart(5),
    ...cells,
    won,
  ].join('  ')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      half: { type: 'string', default: 'both' },
      strategy: { type: 'string', default: 'event-model' },
      options: { type: 'string', default: '{}' },
      cache: { type: 'string' },
    },
  })
  const halves: Half[] =
    values.half === 'both' ? ['dev', 'check'] : [values.half === 'check' ? 'check' : 'dev']
  const options = {
    strategy: values.strategy,
    options: JSON.parse(values.options),
    halves,
    cache: values.cache,
  }
  console.log(
    'set                 half  events seeds  MAP     by event  P       R       F1      above its twin',
  )
  for (const { set, rankings } of evaluateEvents(positionals[0] ?? '../shared/data', options))
    for (const half of halves.length > 1 ? [...halves, 'all' as const] : halves)
      console.log(line(figuresOf(set, rankings, half)))
}
