import type { Place } from '../model/place.ts'
import type { Gazetteer } from './gazetteer.ts'

/** A place with a label that distinguishes it from its namesakes: "Leyte, Philippines". */
export interface DescribedPlace extends Omit<Place, 'parents'> {
  readonly within: string
}

const WIDER_THAN_COUNTRIES: ReadonlySet<string> = new Set(['world', 'continent'])

/**
 * Labels each place with its province and country; adds all parent units if labels collide,
 * and coordinates if they still do.
 */
export function describePlaces(gazetteer: Gazetteer, places: readonly Place[]): DescribedPlace[] {
  const units = places.map((place) => unitsAround(gazetteer, place))
  const short = units.map((around) => phrase(around.filter(({ level }) => level !== 'county')).slice(-2))
  const long = units.map(phrase)
  const brief = places.map((place, i) => reading(place, short[i] ?? []))
  const full = places.map((place, i) => reading(place, long[i] ?? []))
  return places.map(({ parents: _, ...place }, i) => {
    const isAlone = (all: readonly string[]) => all.filter((one) => one === all[i]).length === 1
    const words = isAlone(brief) ? short[i] : long[i]
    const where = isAlone(brief) || isAlone(full) ? [] : [`${place.lat}, ${place.lon}`]
    return { ...place, within: [...(words ?? []), ...where].join(', ') }
  })
}

/** Parent units up to the country, largest last. */
function unitsAround(gazetteer: Gazetteer, { parents }: Place): Place[] {
  return parents
    .flatMap((id) => gazetteer.get(id) ?? [])
    .filter(({ level }) => !WIDER_THAN_COUNTRIES.has(level))
}

/** Skips repeated names: a unit and its parent often share one (Beijing, Beijing). */
function phrase(units: readonly Place[]): string[] {
  return units.map(({ name }) => name).filter((name, i, all) => name !== all[i - 1])
}

function reading({ name, level }: Place, within: readonly string[]): string {
  return JSON.stringify([name, level, ...within])
}
