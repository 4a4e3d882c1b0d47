import { PAGE_KINDS } from '../store/records.ts'
import { type Columns, FLAG } from './columns.ts'
import { languageName } from './language-name.ts'
import { FACETS, type Facet } from './search-query.ts'
import type { SearchedCollection, SearchSelections } from './search-selections.ts'
import { passing, type Selection } from './selection.ts'
import { topCounts, topK } from './top-k.ts'

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
  /** The number of pages of each value. */
  readonly count: (columns: Columns, orders: Uint32Array) => Uint32Array
  readonly name: (columns: Columns, number: number) => { value: string; label: string } | null
  readonly hidden?: (columns: Columns, number: number) => boolean
}

const COUNTERS: Readonly<Record<Facet, Counter>> = {
  source: {
    count: countSources,
    name: (columns, number) => plainly(columns.sourceNames.names[number]),
  },
  language: {
    count: (columns, orders) => countValues(columns.languages, orders, columns.languageNames.length),
    name: (columns, number) => {
      const code = columns.languageNames.names[number]
      return code === undefined ? null : { value: code, label: languageName(code) }
    },
  },
  place: {
    count: (columns, orders) => columns.areas.count(orders, columns.areaNames.length),
    name: placeName,
    hidden: isWide,
  },
  who: {
    count: (columns, orders) => columns.who.count(orders, columns.whoNames.length),
    name: (columns, number) => plainly(columns.whoNames[number]),
  },
  kind: {
    count: (columns, orders) => countValues(columns.kinds, orders, PAGE_KINDS.length),
    name: (_, number) => plainly(PAGE_KINDS[number]),
  },
  verdict: {
    count: countVerdicts,
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
  const [only] = selections
  if (only && selections.length === 1) return named(only.columns, counter, counted(only, facet))
  const values = new Map<string, FacetValue>()
  for (const selection of selections) {
    const counts = counted(selection, facet)
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

function counted(selection: Selection, facet: Facet): Uint32Array {
  return COUNTERS[facet].count(selection.columns, passing(selection, 1 << FACETS.indexOf(facet)))
}

function named(columns: Columns, counter: Counter, counts: Uint32Array): FacetValue[] {
  const { hidden } = counter
  if (hidden)
    for (let number = 0; number < counts.length; number++)
      if ((counts[number] ?? 0) > 0 && hidden(columns, number)) counts[number] = 0
  return Array.from(topCounts(counts, MAX_VALUES)).flatMap((number) => {
    const name = counter.name(columns, number)
    return name ? [{ ...name, count: counts[number] ?? 0 }] : []
  })
}

function countValues(values: Uint8Array | Uint32Array, orders: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (let i = 0; i < orders.length; i++) {
    const value = values[orders[i] ?? 0] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
  }
  return counts
}

/** A page and its copies count as one page, once for each of their sources. */
function countSources(columns: Columns, orders: Uint32Array): Uint32Array {
  const { hosts, flags, sourceOfHost } = columns
  const counts = new Uint32Array(columns.sourceNames.length)
  for (let i = 0; i < orders.length; i++) {
    const order = orders[i] ?? 0
    const own = sourceOfHost[hosts[order] ?? 0] ?? 0
    counts[own] = (counts[own] ?? 0) + 1
    if (((flags[order] ?? 0) & FLAG.hasCopies) !== 0) addSourcesOfCopies(columns, order, own, counts)
  }
  return counts
}

function addSourcesOfCopies(columns: Columns, order: number, own: number, counts: Uint32Array): void {
  const sources = new Set<number>()
  for (const copy of columns.copiesOf(order)) sources.add(columns.sourceOfHost[columns.hosts[copy] ?? 0] ?? 0)
  sources.delete(own)
  for (const source of sources) counts[source] = (counts[source] ?? 0) + 1
}

/** Kept and rejected. */
function countVerdicts({ flags }: Columns, orders: Uint32Array): Uint32Array {
  let kept = 0
  for (let i = 0; i < orders.length; i++) if (((flags[orders[i] ?? 0] ?? 0) & FLAG.kept) !== 0) kept++
  return Uint32Array.of(kept, orders.length - kept)
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
