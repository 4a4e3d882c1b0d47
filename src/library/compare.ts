import { hash } from 'node:crypto'
import { EventideError } from '../model/errors.ts'
import type { EventModel } from '../model/event.ts'
import type { Reads } from '../store/reads.ts'
import type { Store } from '../store/store.ts'
import { collectionIndex } from './collection-index.ts'
import { type Columns, FLAG, type PlaceFinder, yieldToEventLoop } from './columns.ts'
import { languageName } from './language-name.ts'

export interface ComparedCollection {
  readonly id: string
  readonly event: EventModel
  readonly store: Store
}

interface Counted {
  readonly value: string
  readonly label: string
  readonly count: number
}

/** Maximum number of collections, because every pair is compared. */
const MAX_COMPARED = 12
const MAX_NAMED = 10
/** Pages per batch, after which other tasks can run. */
const PAGES_PER_BATCH = 2_000

/** Statistics of each collection, and what each pair has in common; kept pages only, without copies. */
export async function compareCollections(collections: readonly ComparedCollection[], places: PlaceFinder) {
  if (collections.length > MAX_COMPARED)
    throw new EventideError(
      'too-many',
      `at most ${MAX_COMPARED} collections can be compared; name fewer with in=`,
    )
  const sides: (ComparedCollection & { readonly keys: Keys })[] = []
  for (const collection of collections)
    sides.push({ ...collection, keys: await keysOf(collection.store.reads) })
  const said = []
  for (const { id, event, store, keys } of sides) {
    const { kept, fetched } = await store.counts()
    const { columns } = collectionIndex(store.catalogue, places)
    await columns.follow()
    const tops = await topsOf(columns)
    const harvest = fetched === 0 ? 0 : kept / fetched
    said.push({ id, name: event.name, kept, fetched, harvest, sources: keys.sources.size, ...tops })
  }
  const shared = sides.flatMap((a, i) =>
    sides.slice(i + 1).map((b) => ({
      a: a.id,
      b: b.id,
      pages: common(a.keys.pages, b.keys.pages),
      texts: common(a.keys.texts, b.keys.texts),
      sources: [...a.keys.sources].filter((source) => b.keys.sources.has(source)).length,
    })),
  )
  return { collections: said, shared }
}

async function topsOf(columns: Columns) {
  const sources = new Map<number, number>()
  const languages = new Map<number, number>()
  const named = new Map<number, number>()
  const who = new Map<number, number>()
  for (let order = 1; order <= columns.pages; order++) {
    if (order % PAGES_PER_BATCH === 0) await yieldToEventLoop()
    if (((columns.flags[order] ?? 0) & (FLAG.kept | FLAG.copy)) !== FLAG.kept) continue
    add(sources, columns.sourceOfHost[columns.hosts[order] ?? 0] ?? 0)
    add(languages, columns.languages[order] ?? 0)
    for (const place of columns.places.of(order)) add(named, place)
    for (const one of columns.who.of(order)) add(who, one)
  }
  const plain = (names: readonly (string | undefined)[]) => (number: number) => {
    const value = names[number] ?? ''
    return { value, label: value }
  }
  return {
    topSources: top(sources, plain(columns.sourceNames.names)),
    topPlaces: top(named, (number) => {
      const place = columns.placeList[number]
      return { value: place?.id ?? '', label: place?.name ?? '' }
    }),
    topWho: top(who, plain(columns.whoNames)),
    languages: top(languages, (number) => {
      const value = columns.languageNames.names[number] ?? ''
      return { value, label: languageName(value) }
    }),
  }
}

function add(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function top(
  counts: ReadonlyMap<number, number>,
  said: (number: number) => { value: string; label: string },
): Counted[] {
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_NAMED)
    .map(([number, count]) => ({ ...said(number), count }))
}

interface Keys {
  /** Sorted, without duplicates. */
  readonly pages: Float64Array
  readonly texts: Float64Array
  readonly sources: ReadonlySet<string>
}

/** The digest of an empty text: such pages have nothing in common. */
const NO_TEXT = `sha256:${hash('sha256', '', 'hex')}`

async function keysOf(reads: Reads): Promise<Keys> {
  const [pages, texts, sources]: [number[], number[], Set<string>] = [[], [], new Set()]
  for await (const { canonicalUrl, textDigest, source } of reads.keptKeys()) {
    pages.push(printOf(canonicalUrl))
    if (textDigest !== NO_TEXT) texts.push(printOf(textDigest))
    sources.add(source)
    if (pages.length % PAGES_PER_BATCH === 0) await yieldToEventLoop()
  }
  return { pages: sorted(pages), texts: sorted(texts), sources }
}

/** 52 bits: for two collections of a million pages each, one comparison in five thousand has a collision. */
function printOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16)
}

function sorted(numbers: readonly number[]): Float64Array {
  return Float64Array.from(new Set(numbers)).sort()
}

function common(a: Float64Array, b: Float64Array): number {
  let [i, j, count] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0]
    if (x === y) count++
    if (x <= y) i++
    if (y <= x) j++
  }
  return count
}
