import type { UrlId } from '../model/crawl.ts'
import type { EventModel } from '../model/event.ts'
import type { Gazetteer } from '../place/gazetteer.ts'
import { createGeoparser, type Geoparser } from '../place/geoparser.ts'
import { loadGazetteer } from '../place/load-gazetteer.ts'
import { strategyOf } from '../score/strategy-spec.ts'
import { thresholdOf } from '../score/threshold.ts'
import type { PageRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { citationOf } from './citation.ts'
import { judgingStrategy } from './judging-strategy.ts'

/** Maximum number of characters in which places are located: much longer than articles, and read in a fraction of a second. */
const MAX_MARKED_LENGTH = 200_000

/** A place in the text: UTF-16 offsets and a gazetteer id. */
export interface PlaceMark {
  readonly start: number
  readonly end: number
  readonly id: string
}

export interface ViewedCollection {
  readonly id: string
  readonly event: EventModel
  readonly store: Store
  readonly archiveDir: string
}

/** Everything that is known about one page; undefined if the collection has no page with this id. */
export async function viewPage(
  { id: collection, event, store, archiveDir }: ViewedCollection,
  id: UrlId,
  origin: string,
) {
  const page = await store.page(id)
  if (!page) return undefined
  const { reads } = store
  const [path, original, copies, used] = await Promise.all([
    reads.path(id),
    reads.original(id),
    reads.copies(id),
    judgingStrategy(reads, archiveDir, id),
  ])
  const { from: strategyFrom, ...strategy } = used ?? { ...strategyOf(event), from: 'last-run' as const }
  const permalink = `/c/${encodeURIComponent(collection)}/pages/${id}`
  return {
    ...page,
    collection,
    page: id,
    copies: copies.length,
    archived: page.warc !== null,
    placeMarks: markPlaces(event, page),
    threshold: thresholdOf(strategy, event),
    strategy,
    strategyFrom,
    robots: robotsSays(page),
    duplicateOf: original && { page: original.id, url: original.url, title: original.title },
    duplicates: copies.map((copy) => ({
      page: copy.id,
      url: copy.url,
      title: copy.title,
      source: copy.source,
    })),
    path: path.map(({ id: step, relevant, ...about }) => ({
      page: relevant === null ? null : step,
      relevant,
      ...about,
    })),
    permalink,
    citation: citationOf({
      ...page,
      collection,
      page: id,
      digest: page.warc?.payloadDigest ?? null,
      permalink: origin + permalink,
    }),
  }
}

/** Notes on robots.txt and robots directives of the page. */
function robotsSays({ robots }: PageRecord): string[] {
  if (robots === null) return []
  const allowed = robots.allowedBy === null ? [] : [`robots.txt: ${robots.allowedBy}`]
  return [...allowed, ...robots.because, ...(robots.withheld ? ['no copy was kept'] : [])]
}

/** Locates the places of the stored text as the crawl did, because their positions are not stored. */
function markPlaces(event: EventModel, { text, language }: PageRecord): PlaceMark[] {
  const marks: PlaceMark[] = []
  for (const { start, end, place } of geoparserOf(event).mentions(text.slice(0, MAX_MARKED_LENGTH), language))
    if (place !== null && start >= (marks.at(-1)?.end ?? 0)) marks.push({ start, end, id: place.id })
  return marks
}

const geoparsers = new WeakMap<EventModel, Geoparser>()
let gazetteer: Gazetteer | undefined

function geoparserOf(event: EventModel): Geoparser {
  let geoparser = geoparsers.get(event)
  if (!geoparser) {
    gazetteer ??= loadGazetteer()
    geoparser = createGeoparser(gazetteer, { favour: event.where.map(({ place }) => place) })
    geoparsers.set(event, geoparser)
  }
  return geoparser
}
