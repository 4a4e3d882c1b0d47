import type { Box, Pin } from '../../map/points.ts'
import type { Filters } from './filters.ts'
import type { Hit } from './result-item.tsx'

function isWithin([west, south, east, north]: Box, lat: number, lon: number): boolean {
  const across = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east
  return across && lat >= south && lat <= north
}

/** Where a page is about: the place it was found by, else the one it names most often. */
function placeOf(hit: Hit, filters: Filters) {
  const { box } = filters
  return (
    hit.places.find(({ id }) => filters.place.includes(id)) ??
    (box ? hit.places.find(({ lat, lon }) => isWithin(box, lat, lon)) : undefined) ??
    hit.places[0]
  )
}

/** The results of one page of the list as pins with the numbers of the list; a page that names no place has none. */
export function pinsOf(hits: readonly Hit[], first: number, filters: Filters): Pin[] {
  return hits.flatMap((hit, index) => {
    const place = placeOf(hit, filters)
    if (!place) return []
    return [
      {
        number: first + index,
        lat: place.lat,
        lon: place.lon,
        title: hit.title || hit.url,
        place: place.name,
      },
    ]
  })
}
