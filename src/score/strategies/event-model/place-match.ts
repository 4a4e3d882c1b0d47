import type { WeightedPlace } from '../../../model/event.ts'
import type { PageReading } from '../../../model/page.ts'
import type { Place } from '../../../model/place.ts'
import { distanceKm } from '../../../place/distance.ts'
import type { Gazetteer } from '../../../place/gazetteer.ts'
import { loadGazetteer } from '../../../place/load-gazetteer.ts'
import { relationOf, type SpatialFactors, spatialFactor } from '../../../place/relation.ts'
import { createTermCounter } from '../../../text/term-counter.ts'
import { pageWords } from '../../features/page-words.ts'

export interface PlaceMatch {
  /** 0..1; null when the event has no place or the page names none. */
  readonly value: number | null
  readonly because: readonly string[]
  /** One of the best-matching places is not at or near a place of the event. */
  readonly elsewhere?: true
}

/** Farther apart, two towns do not count as neighbours. */
const NEARBY_KM = 30
/** Factor for a place of the event that is named but was not recognised as that place: part of a longer name, or a namesake. */
const NAMED_FACTOR = 0.8

/** How a place relates to the places of the event. */
interface Fit {
  readonly factor: number
  /** At, within, overlapping or near a place of the event that is not wide. */
  readonly spot: boolean
  /** Within a wide place of the event, but away from all other places of the event. */
  readonly rival: boolean
}

/**
 * How well the places of a page match those of the event (PN eq. 12-14); relations are looked up once per place. If an event names a town
 * and, with less weight, its country, the country only locates the town: another town of that country is elsewhere.
 */
export function createPlaceMatch(
  where: readonly WeightedPlace[],
  factors: SpatialFactors,
): (page: PageReading) => PlaceMatch {
  if (where.length === 0) return () => ({ value: null, because: [] })
  const gazetteer = loadGazetteer()
  // For an event in a town, another town of the same country counts as PN's last step.
  const elsewhereWithin = factors.below.at(-1) ?? 0
  const names = createTermCounter(
    where.map(({ name, place, weight }) => {
      const [spoken = name] = name.split(',')
      return { term: /^[a-z0-9]+:/.test(spoken) ? place.name : spoken.trim(), weight, synonyms: [place.name] }
    }),
  )
  const isWide = where.map((one) =>
    where.some(
      (other) => other.weight > one.weight && relationOf(gazetteer, one.place, other.place).kind === 'below',
    ),
  )
  const fits = new Map<string, Fit>()
  const fitOf = (id: string): Fit => {
    let fit = fits.get(id)
    if (!fit) {
      fit = fitTo(gazetteer, where, isWide, id, factors)
      if (fits.size < MAX_REMEMBERED) fits.set(id, fit)
    }
    return fit
  }

  return (page) => {
    const named = names.count(pageWords(page), page.language)
    let value = 0
    let spot = false
    let rival = false
    for (const [i, count] of named.entries()) {
      if (count === 0) continue
      value = Math.max(value, NAMED_FACTOR * (where[i]?.weight ?? 0))
      spot ||= !isWide[i]
    }
    const fitting: { name: string; count: number; factor: number }[] = []
    for (const { id, name, count } of page.places) {
      const fit = fitOf(id)
      fitting.push({ name, count, factor: fit.rival ? 0 : fit.factor })
      value = Math.max(value, fit.factor)
      spot ||= fit.spot
      rival ||= fit.rival
    }
    if (rival && !spot) value = Math.min(value, elsewhereWithin)
    if (value === 0 && fitting.length === 0) return { value: null, because: [] }
    const best = fitting.sort((a, b) => b.factor - a.factor || b.count - a.count).slice(0, MAX_SHOWN)
    const because = best.map(
      ({ name, count, factor }) =>
        `${name}${count > 1 ? ` ×${count}` : ''}${factor > 0 ? '' : ' (elsewhere)'}`,
    )
    const elsewhere = best.some(({ factor }) => factor === 0)
    return { value: Math.min(1, value), because, ...(elsewhere && { elsewhere }) }
  }
}

const MAX_REMEMBERED = 50_000
/** Places that the evidence names. */
const MAX_SHOWN = 5

function fitTo(
  gazetteer: Gazetteer,
  where: readonly WeightedPlace[],
  isWide: readonly boolean[],
  id: string,
  spatial: SpatialFactors,
): Fit {
  const place = gazetteer.get(id)
  if (!place) return { factor: 0, spot: false, rival: false }
  const relations = where.map((one) => relationOf(gazetteer, one.place, place).kind)
  const factors = where.map((one) => factorTo(gazetteer, one.place, place, spatial))
  const spot = where.some((_, i) => !isWide[i] && relations[i] !== 'above' && (factors[i] ?? 0) > 0)
  const around = where.some((_, i) => !isWide[i] && relations[i] === 'above')
  const within = where.some((_, i) => isWide[i] && relations[i] === 'below')
  const factor = Math.max(0, ...where.map(({ weight }, i) => weight * (factors[i] ?? 0)))
  return { factor, spot, rival: within && !spot && !around }
}

function factorTo(gazetteer: Gazetteer, event: Place, other: Place, factors: SpatialFactors): number {
  const factor = spatialFactor(gazetteer, event, other, factors)
  if (factor > 0) return factor
  const away = distanceKm(event.lat, event.lon, other.lat, other.lon)
  // A neighbour counts as overlap, decreasing with distance.
  return factors.overlap * Math.max(0, 1 - away / NEARBY_KM)
}
