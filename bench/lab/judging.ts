import { draftEvent } from '../../src/event/draft-event.ts'
import { parseEvent } from '../../src/event/event-file.ts'
import { writeEvent } from '../../src/event/write-event.ts'
import { eventContext } from '../../src/event-context.ts'
import { headerValue } from '../../src/http/headers.ts'
import { f1, ratio } from '../../src/lab/metrics/curve.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import type { SimulatedWeb, Truth } from '../../src/lab/web/web.ts'
import type { EventModel } from '../../src/model/event.ts'
import type { PageReading } from '../../src/model/page.ts'
import { readPage } from '../../src/page/read-page.ts'
import { createGeoparser } from '../../src/place/geoparser.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { type MeasuredTarget, meanOf, seedsOf, type TargetOptions } from './target.ts'

const WEB_PAGES = 20_000
const EACH = 100
/** PN's own: the same topic elsewhere (another country's nuclear issue) and the same place with another topic (its economy). */
const PN_KINDS = ['same-kind', 'same-place']
/** Also pages that neither words nor places distinguish: a similar event at the same places in another year. */
const ALL_KINDS = [...PN_KINDS, 'other-year', 'other-crisis']

/**
 * PN's setting: 100 relevant and 100 confusable pages, judged without crawling. The event is the web's own file, or made as PN
 * made its topic: five words and five places from 100 other relevant pages.
 */
export async function placeNames(options: TargetOptions): Promise<MeasuredTarget[]> {
  const results = new Map<string, number[]>()
  const add = (key: string, value: number) => results.set(key, [...(results.get(key) ?? []), value])
  for (const seed of seedsOf(options)) {
    const web = createExampleWeb({ pages: WEB_PAGES, seed })
    const drawn = draw(web, seed)
    const given = parseEvent(web.event, eventContext)
    const models = read(web, drawn.models, given)
    const made = parseEvent(
      writeEvent(draftEvent({ name: given.name }, models, { terms: 5, places: 5 })),
      eventContext,
    )
    const relevant = read(web, drawn.relevant, given)
    for (const [kinds, urls] of Object.entries({ PN: drawn.confusable, all: drawn.all })) {
      const others = read(web, urls, given)
      for (const [from, event] of Object.entries({ file: given, pages: made })) {
        for (const name of ['place-names', 'adaptive', 'best-first']) {
          const { f, summary } = judged(name, event, relevant, others)
          console.error(`seed ${seed}, ${kinds} look-alikes, event from ${from}, ${name}: ${summary}`)
          add(`${kinds} ${from} ${name}`, f)
        }
      }
    }
  }
  const row = (kinds: string, from: string, name: string, target?: number): MeasuredTarget => {
    const values = results.get(`${kinds} ${from} ${name}`) ?? []
    return {
      what: `100 + 100 pages (${kinds === 'PN' ? "PN's kinds" : 'all look-alikes'}), event from ${from === 'file' ? 'its file' : '100 pages'}: F, ${name}`,
      figure: meanOf(values),
      target,
      beside: `${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)}`,
    }
  }
  return [
    row('PN', 'file', 'place-names', 0.953),
    row('PN', 'file', 'adaptive', 0.98),
    row('PN', 'file', 'best-first'),
    row('PN', 'pages', 'place-names', 0.953),
    row('PN', 'pages', 'adaptive', 0.98),
    row('PN', 'pages', 'best-first'),
    row('all', 'file', 'place-names'),
    row('all', 'file', 'adaptive'),
    row('all', 'file', 'best-first'),
  ]
}

/** Articles drawn at random: as many of each kind, none twice, no copies. */
function draw(web: SimulatedWeb, seed: number) {
  const urls = shuffled([...web.pages()], seed)
  const truths = new Map(urls.map((url) => [url, web.truth(url)]))
  const take = (matches: (truth: Truth) => boolean, count: number) =>
    urls
      .filter((url) => {
        const truth = truths.get(url)
        return truth?.kind === 'article' && truth.nearDuplicateOf === undefined && matches(truth)
      })
      .slice(0, count)
  const relevant = take((truth) => truth.relevant, 2 * EACH)
  const of = (kinds: readonly string[]) =>
    kinds.flatMap((kind) => take(({ relation }) => relation === kind, EACH / kinds.length))
  return {
    relevant: relevant.slice(0, EACH),
    models: relevant.slice(EACH),
    confusable: of(PN_KINDS),
    all: of(ALL_KINDS),
  }
}

function shuffled<T>(items: T[], seed: number): T[] {
  const random = seededRandom(seed)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function read(web: SimulatedWeb, urls: readonly string[], event: EventModel): PageReading[] {
  const geoparser = createGeoparser(loadGazetteer(), { favour: event.where.map(({ place }) => place) })
  return urls.flatMap((url) => {
    const answer = web.respond(url)
    if (answer?.status !== 200) return []
    const contentType = headerValue(answer.headers, 'content-type') ?? ''
    return [
      readPage({ url, body: answer.body, contentType }, { geoparser, now: new Date(Date.UTC(2026, 0, 1)) }),
    ]
  })
}

function judged(
  name: string,
  event: EventModel,
  relevant: readonly PageReading[],
  others: readonly PageReading[],
): { f: number; summary: string } {
  const strategy = createStrategy(name, { event, random: seededRandom(1) })
  const keeps = (pages: readonly PageReading[]) =>
    pages.filter((page) => strategy.judge(page).relevant).length
  const right = keeps(relevant)
  const kept = right + keeps(others)
  const f = f1(ratio(right, kept), ratio(right, relevant.length))
  return { f, summary: `${right} of ${kept} kept are right, of ${relevant.length}: F ${f.toFixed(3)}` }
}
