import type { SearchQuery } from './search-query.ts'
import { type SearchContext, type SearchedCollection, selectMatches } from './search-selections.ts'
import { passing, type Selection } from './selection.ts'
import { topCounts } from './top-k.ts'

/** Places as columns, those on most pages first. */
export interface PlaceMap {
  readonly ids: string[]
  readonly names: string[]
  readonly lats: number[]
  readonly lons: number[]
  readonly pages: number[]
  readonly truncated: boolean
}

interface PlaceTally {
  readonly id: string
  readonly name: string
  readonly lat: number
  readonly lon: number
  pages: number
}

/** The places named in the results, each with its number of pages. */
export async function mapOf(
  collections: readonly SearchedCollection[],
  searchQuery: SearchQuery,
  limit: number,
  eventContext: SearchContext,
): Promise<PlaceMap> {
  const { selections } = await selectMatches(collections, searchQuery, eventContext)
  const tallies = new Map<string, PlaceTally>()
  for (const selection of selections) tally(selection, tallies)
  const all = [...tallies.values()]
  const counts = Uint32Array.from(all, ({ pages }) => pages)
  const best = Array.from(topCounts(counts, limit), (i) => all[i]!)
  return {
    ids: best.map(({ id }) => id),
    names: best.map(({ name }) => name),
    lats: best.map(({ lat }) => lat),
    lons: best.map(({ lon }) => lon),
    pages: best.map(({ pages }) => pages),
    truncated: all.length > limit,
  }
}

function tally(selection: Selection, tallies: Map<string, PlaceTally>): void {
  const { places, placeList } = selection.columns
  const counts = places.count(passing(selection), placeList.length)
  for (const place of placeList) {
    const pages = place ? (counts[place.number] ?? 0) : 0
    if (!place || pages === 0) continue
    const known = tallies.get(place.id)
    if (known) known.pages += pages
    else tallies.set(place.id, { id: place.id, name: place.name, lat: place.lat, lon: place.lon, pages })
  }
}
