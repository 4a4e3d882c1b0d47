import { PAGE_KINDS } from '../store/records.ts'
import { type Columns, FLAG } from './columns.ts'
import { languageName } from './language-name.ts'
import { FACETS, type Facet } from './search-query.ts'
import type { SearchedCollection, SearchSelections } from './search-selections.ts'
import type { Selection } from './selection.ts'
import { topK } from './top-k.ts'

/** A value of a facet: the value to select, its label, and the number of pages. */
export interface FacetValue {
  readonly value: string
  readonly label: string
  readonly count: number
}

export type Facets = Readonly<Record<Facet, FacetValue[]>>

/** Maximum number of values per facet. */
const MAX_VALUES = 30

/** How the pages of a facet are counted by index, before indices are replaced by names. */
interface Counter {
  readonly size: (columns: Columns) => number
  /** Adds a page to the counts of its values. */
  readonly count: (columns: Columns, order: number, counts: Uint32Array) => void
  readonly name: (columns: Columns, number: number) => { value: string; label: string } | null
  readonly hidden?: (columns: Columns, number: number) => boolean
}

const COUNTERS: Readonly<Record<Facet, Counter>> = {
  source: {
    size: (columns) => columns.sourceNames.length,
    count: countSources,
    name: (columns, number) => plainly(columns.sourceNames.names[number]),
  },
  language: {
    size: (columns) => columns.languageNames.length,
    count: (columns, order, counts) => add(counts, columns.languages[order] ?? 0),
    name: (columns, number) => {
      const code = columns.languageNames.names[number]
      return code === undefined ? null : { value: code, label: languageName(code) }
    },
  },
  place: {
    size: (columns) => columns.areaNames.length,
    count: (columns, order, counts) => addRun(counts, columns.areas, order),
    name: placeName,
    hidden: isWide,
  },
  who: {
    size: (columns) => columns.whoNames.length,
    count: (columns, order, counts) => addRun(counts, columns.who, order),
    name: (columns, number) => plainly(columns.whoNames[number]),
  },
  kind: {
    size: () => PAGE_KINDS.length,
    count: (columns, order, counts) => add(counts, columns.kinds[order] ?? 0),
    name: (_, number) => plainly(PAGE_KINDS[number]),
  },
  verdict: {
    size: () => 2,
    count: (columns, order, counts) => add(counts, ((columns.flags[order] ?? 0) & FLAG.kept) === 0 ? 1 : 0),
    name: (_, number) => plainly(number === 0 ? 'kept' : 'rejected'),
  },
}

/** Counts the results by facet; each facet is counted without its own selection. Exact. */
export function countFacets({ selections }: SearchSelections): Facets {
  return Object.fromEntries(FACETS.map((facet) => [facet, countFacet(selections, facet)])) as Record<
    Facet,
    FacetValue[]
  >
}

/** Number of results in each collection. */
export function countCollections(
  { selections }: SearchSelections,
  collections: readonly SearchedCollection[],
): FacetValue[] {
  return collections
    .map(({ id, event }, i) => ({ value: id, label: event.name, count: selections[i]?.total ?? 0 }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_VALUES)
}

function countFacet(selections: readonly Selection[], facet: Facet): FacetValue[] {
  const counter = COUNTERS[facet]
  const others = ~(1 << FACETS.indexOf(facet))
  const [only] = selections
  if (only && selections.length === 1) return named(only.columns, counter, counted(only, counter, others))
  const values = new Map<string, FacetValue>()
  for (const selection of selections) {
    const counts = counted(selection, counter, others)
    for (let number = 0; number < counts.length; number++) {
      const count = counts[number] ?? 0
      const shown = count > 0 && !counter.hidden?.(selection.columns, number)
      const name = shown ? counter.name(selection.columns, number) : null
      if (name) values.set(name.value, { ...name, count: count + (values.get(name.value)?.count ?? 0) })
    }
  }
  const all = [...values.values()]
  const counts = Float64Array.from(all, ({ count }) => count)
  return [...topK(counts, MAX_VALUES)].flatMap((i) => all[i] ?? [])
}

function counted({ columns, orders, fails }: Selection, counter: Counter, others: number): Uint32Array {
  const counts = new Uint32Array(counter.size(columns))
  for (let i = 0; i < orders.length; i++)
    if (((fails[i] ?? 0) & others) === 0) counter.count(columns, orders[i] ?? 0, counts)
  return counts
}

function named(columns: Columns, counter: Counter, counts: Uint32Array): FacetValue[] {
  const keys = new Float64Array(counts.length)
  for (let number = 0; number < keys.length; number++) {
    const shown = (counts[number] ?? 0) > 0 && !counter.hidden?.(columns, number)
    keys[number] = shown ? (counts[number] ?? 0) : 0
  }
  return [...topK(keys, MAX_VALUES)].flatMap((number) => {
    const count = keys[number] ?? 0
    const name = count > 0 ? counter.name(columns, number) : null
    return name ? [{ ...name, count }] : []
  })
}

/** A page and its copies count as one page, once for each of their sources. */
function countSources(columns: Columns, order: number, counts: Uint32Array): void {
  const own = columns.sourceOfHost[columns.hosts[order] ?? 0] ?? 0
  add(counts, own)
  if (((columns.flags[order] ?? 0) & FLAG.hasCopies) === 0) return
  const sources = new Set([own])
  for (const copy of columns.copiesOf(order)) {
    const source = columns.sourceOfHost[columns.hosts[copy] ?? 0] ?? 0
    if (!sources.has(source)) add(counts, source)
    sources.add(source)
  }
}

/** Continents contain nearly every page, so they do not help to filter. */
function isWide(columns: Columns, number: number): boolean {
  const level = columns.areaPlaces[number]?.level
  return level === undefined || level === 'world' || level === 'continent'
}

function placeName(columns: Columns, number: number): { value: string; label: string } | null {
  const place = columns.areaPlaces[number]
  const id = columns.areaNames.names[number]
  return place && id !== undefined ? { value: id, label: place.name } : null
}

function plainly(name: string | undefined): { value: string; label: string } | null {
  return name === undefined || name === '' ? null : { value: name, label: name }
}

function add(counts: Uint32Array, number: number): void {
  counts[number] = (counts[number] ?? 0) + 1
}

function addRun(counts: Uint32Array, runs: Columns['areas'], order: number): void {
  const { values } = runs
  const start = runs.starts[order] ?? 0
  const end = start + (runs.lengths[order] ?? 0)
  for (let at = start; at < end; at++) add(counts, values[at] ?? 0)
}
