import type { WeightedPlace } from '../../model/event.ts'
import type { PageReading } from '../../model/page.ts'
import { distanceKm } from '../../place/distance.ts'
import { type Gazetteer, loadGazetteer } from '../../place/gazetteer.ts'
import { spatialFactor } from '../../place/relation.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { pageWords } from './page-words.ts'

export interface PlaceMatch {
  /** 0..1; null when the event has no place or the page names none. */
  readonly value: number | null
  readonly because: readonly string[]
}

/** Beyond this, two towns do not share their news. */
const NEARBY_KM = 30
/** A neighbour is worth what PN gives to overlap, less with distance. */
const NEARBY_FACTOR = 0.4
/** The event's place is named, but the page's places do not hold it: part of a longer name, or a namesake. */
const NAMED_FACTOR = 0.8

/** How well a page's places fit the event's (PN eq. 12-14); relations are looked up once per place. */
export function createPlaceMatch(where: readonly WeightedPlace[]): (page: PageReading) => PlaceMatch {
  if (where.length === 0) return () => ({ value: null, because: [] })
  const gazetteer = loadGazetteer()
  const names = createTermCounter(
    where.map(({ name, place, weight }) => {
      const [spoken = name] = name.split(',')
      return { term: /^[a-z0-9]+:/.test(spoken) ? place.name : spoken.trim(), weight, synonyms: [place.name] }
    }),
  )
  const factors = new Map<string, number>()
  const factorOf = (id: string): number => {
    let factor = factors.get(id)
    if (factor === undefined) {
      factor = Math.max(0, ...where.map((one) => one.weight * factorTo(gazetteer, one, id)))
      if (factors.size < MOST_REMEMBERED) factors.set(id, factor)
    }
    return factor
  }

  return (page) => {
    const { text, terms } = pageWords(page)
    const named = names.count({ text, terms }, page.language)
    let value = 0
    for (const [i, count] of named.entries())
      if (count > 0) value = Math.max(value, NAMED_FACTOR * (where[i]?.weight ?? 0))
    const fitting: { name: string; count: number; factor: number }[] = []
    for (const { id, name, count } of page.places) {
      const factor = factorOf(id)
      fitting.push({ name, count, factor })
      value = Math.max(value, factor)
    }
    if (value === 0 && fitting.length === 0) return { value: null, because: [] }
    const because = fitting
      .sort((a, b) => b.factor - a.factor || b.count - a.count)
      .slice(0, 5)
      .map(
        ({ name, count, factor }) =>
          `${name}${count > 1 ? ` ×${count}` : ''}${factor > 0 ? '' : ' (elsewhere)'}`,
      )
    return { value: Math.min(1, value), because }
  }
}

const MOST_REMEMBERED = 50_000

function factorTo(gazetteer: Gazetteer, { place }: WeightedPlace, id: string): number {
  const other = gazetteer.get(id)
  if (!other) return 0
  const factor = spatialFactor(gazetteer, place, other)
  if (factor > 0) return factor
  const away = distanceKm(place.lat, place.lon, other.lat, other.lon)
  return NEARBY_FACTOR * Math.max(0, 1 - away / NEARBY_KM)
}
