import type { Place } from '../model/place.ts'
import type { Gazetteer } from './gazetteer.ts'

/** A place with words that tell it from its namesakes: "Leyte, Philippines". */
export interface DescribedPlace extends Omit<Place, 'parents'> {
  readonly within: string
}

const WIDER_THAN_COUNTRIES: ReadonlySet<string> = new Set(['world', 'continent'])

/**
 * Says of each place of a list where it lies: its province and country; every unit around it when another place of the list
 * would read the same; and its position when even that does not tell them apart.
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

/** Up to the country; the widest last. */
function unitsAround(gazetteer: Gazetteer, { parents }: Place): Place[] {
  return parents
    .flatMap((id) => gazetteer.get(id) ?? [])
    .filter(({ level }) => !WIDER_THAN_COUNTRIES.has(level))
}

/** A unit and the one around it often share their name: Beijing, Beijing. */
function phrase(units: readonly Place[]): string[] {
  return units.map(({ name }) => name).filter((name, i, all) => name !== all[i - 1])
}

function reading({ name, level }: Place, within: readonly string[]): string {
  return JSON.stringify([name, level, ...within])
}
