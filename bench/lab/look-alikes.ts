// PN's experiment on the example web: how well a strategy's judge distinguishes pages about the event from similar ones.
// `npx tsx bench/lab/look-alikes.ts [--strategies place-names,best-first] [--options '{"threshold":0.65}'] [--kinds same-kind,same-place]`
import { parseArgs } from 'node:util'
import { draftEvent } from '../../src/event/draft-event.ts'
import { parseEvent } from '../../src/event/event-file.ts'
import { writeEvent } from '../../src/event/write-event.ts'
import { headerValue } from '../../src/http/headers.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import type { SimulatedWeb } from '../../src/lab/web/web.ts'
import type { EventModel } from '../../src/model/event.ts'
import type { PageReading } from '../../src/model/page.ts'
import { readPage } from '../../src/page/read-page.ts'
import { createGeoparser } from '../../src/place/geoparser.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { strategyCatalog } from '../../src/score/strategy-spec.ts'

const { values } = parseArgs({
  options: {
    strategies: { type: 'string', default: 'place-names,best-first,event-model' },
    /** Of the strategies, as JSON. */
    options: { type: 'string', default: '{}' },
    /** Which look-alikes: PN's own are of the same kind elsewhere and of another kind at the same place. */
    kinds: { type: 'string', default: 'same-kind,other-year,same-place' },
    /** `file`: the web's own event file; a number: so many words and 5 places, learned from 100 other relevant pages as PN does. */
    event: { type: 'string', default: 'file' },
    pages: { type: 'string', default: '20000' },
    seeds: { type: 'string', default: '5' },
    languages: { type: 'string', default: '' },
    wrong: { type: 'boolean', default: false },
  },
})

const SAMPLE = 100
const gazetteer = loadGazetteer()
const world = { places: gazetteer, strategies: strategyCatalog }
const kinds = values.kinds.split(',')
const languages = values.languages === '' ? null : values.languages.split(',')

interface Row {
  readonly strategy: string
  readonly seed: number
  readonly precision: number
  readonly recall: number
  readonly f: number
  readonly falseOf: Readonly<Record<string, number>>
}

const rows: Row[] = []
for (let seed = 1; seed <= Number(values.seeds); seed++) rows.push(...experiment(seed))
for (const strategy of values.strategies.split(',')) {
  const own = rows.filter((row) => row.strategy === strategy)
  const mean = (of: (row: Row) => number) => own.reduce((sum, row) => sum + of(row), 0) / own.length
  const wrong = Object.fromEntries(
    kinds.map((kind) => [kind, mean((row) => row.falseOf[kind] ?? 0).toFixed(1)]),
  )
  console.log(
    `${strategy.padEnd(20)} P ${mean((r) => r.precision).toFixed(3)}  R ${mean((r) => r.recall).toFixed(3)}  F ${mean((r) => r.f).toFixed(3)}`,
    ` worst F ${Math.min(...own.map((r) => r.f)).toFixed(3)}  wrongly kept ${JSON.stringify(wrong)}`,
  )
}

function experiment(seed: number): Row[] {
  const web = createExampleWeb({ seed, pages: Number(values.pages) })
  const { relevant, confusable } = shuffledArticles(web, seed)
  const event = values.event === 'file' ? parseEvent(web.event, world) : learned(web, relevant.slice(SAMPLE))
  const right = relevant.slice(0, SAMPLE)
  const look = kinds.flatMap((kind) =>
    confusable.filter((one) => one.kind === kind).slice(0, shareOf(confusable, kind)),
  )
  const read = reader(web, event)
  const relevantPages = right.map((url) => read(url))
  const others = look.map(({ url, kind }) => ({ page: read(url), kind }))
  return values.strategies.split(',').map((name) => {
    const strategy = createStrategy(name, { event, random: seededRandom(seed) }, JSON.parse(values.options))
    const missed = relevantPages.filter((page) => !strategy.judge(page).relevant)
    const taken = others.filter(({ page }) => strategy.judge(page).relevant)
    if (values.wrong)
      for (const page of missed) {
        const { evidence } = strategy.judge(page)
        const parts = Object.entries(evidence).map(([part, { value }]) => `${part} ${value?.toFixed(2)}`)
        console.log(
          `missed ${page.language} ${parts.join(' ')} ${page.url} ${evidence.place?.because.join(', ')}`,
        )
      }
    const hits = relevantPages.length - missed.length
    const precision = hits / Math.max(1, hits + taken.length)
    const recall = hits / relevantPages.length
    const falseOf = Object.fromEntries(kinds.map((k) => [k, taken.filter(({ kind }) => kind === k).length]))
    const f = hits === 0 ? 0 : (2 * precision * recall) / (precision + recall)
    return { strategy: name, seed, precision, recall, f, falseOf }
  })
}

/** Articles in a random order: those about the event, and those of each requested kind of look-alike. Each story once. */
function shuffledArticles(web: SimulatedWeb, seed: number) {
  const relevant: string[] = []
  const confusable: { url: string; kind: string }[] = []
  for (const url of web.pages()) {
    const truth = web.truth(url)
    if (truth?.kind !== 'article' || truth.hub || truth.duplicateOf || truth.nearDuplicateOf) continue
    if (languages && !languages.includes(truth.language)) continue
    if (truth.relevant) relevant.push(url)
    else if (kinds.includes(truth.relation)) confusable.push({ url, kind: truth.relation })
  }
  const random = seededRandom(seed)
  return { relevant: shuffled(relevant, random), confusable: shuffled(confusable, random) }
}

/** A hundred in all, each kind by its share in the web. */
function shareOf(confusable: readonly { kind: string }[], kind: string): number {
  return Math.round((SAMPLE * confusable.filter((one) => one.kind === kind).length) / confusable.length)
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function reader(web: SimulatedWeb, event?: EventModel): (url: string) => PageReading {
  const geoparser = createGeoparser(gazetteer, { favour: event?.where.map(({ place }) => place) ?? [] })
  return (url) => {
    const response = web.respond(url)
    const header = (name: string) => headerValue(response?.headers ?? [], name) ?? ''
    const body = response?.body ?? new Uint8Array()
    return readPage({ url, body, contentType: header('content-type') }, { geoparser })
  }
}

function learned(web: SimulatedWeb, urls: readonly string[]): EventModel {
  const pages = urls.slice(0, SAMPLE).map(reader(web))
  const draft = draftEvent({ name: 'learned' }, pages, { terms: Number(values.event), places: 5 })
  return parseEvent(writeEvent({ ...draft, seeds: [] }), world)
}
