import type { Place } from '../model/place.ts'
import { COUNTRY_PROMINENCE, type Name, type PlaceCandidate, readName } from './candidates.ts'
import type { Gazetteer } from './gazetteer.ts'
import { LEVELS } from './gazetteer-format.ts'
import { findSpans, Reading } from './matcher.ts'
import { outlinesOf } from './outlines.ts'

/** Longer phrases are truncated. */
const MAX_LENGTH = 400

const REGION = LEVELS.indexOf('region')

/**
 * Locates a free-form phrase: `Village, County, Province`, `near X`, `12 km north of Y in Z`. Reads from the right, where the largest
 * unit is; each name to the left that lies in the current place narrows it down.
 */
export function locatePhrase(gazetteer: Gazetteer, phrase: string): Place | undefined {
  const exact = gazetteer.resolve(phrase)
  if (exact) return exact
  const { file } = gazetteer
  const text = capitalised(phrase.slice(0, MAX_LENGTH))
  const reading = new Reading(text)
  let here = -1
  let region = -1
  for (const span of findSpans(file, reading).reverse()) {
    if (span.key < 0) continue
    const full = readName(file, span.key, false)
    const short = span.end - span.start <= 5 ? readName(file, span.key, true) : undefined
    const fits = (candidate: PlaceCandidate): boolean => isWithin(gazetteer, candidate.row, here, region)
    const row = best([short, full].filter(isUseful(here >= 0)), fits)
    if (row < 0) continue
    if (file.rows.level[row] === REGION) region = row
    else here = row
  }
  const found = here >= 0 ? here : region
  return found < 0 ? undefined : gazetteer.at(found)
}

/** A common word or an abbreviation may be a place only inside a known unit. */
function isUseful(inside: boolean): (name: Name | undefined) => name is Name {
  return (name): name is Name =>
    name !== undefined &&
    name.candidates.length > 0 &&
    !(name.commonWord && name.words === 1 && name.prominence < COUNTRY_PROMINENCE && (!inside || !name.isOwn))
}

function best(names: readonly Name[], fits: (candidate: PlaceCandidate) => boolean): number {
  let row = -1
  let bestPrior = Number.NEGATIVE_INFINITY
  for (const { candidates } of names)
    for (const candidate of candidates)
      if (candidate.prior > bestPrior && fits(candidate)) {
        bestPrior = candidate.prior
        row = candidate.row
      }
  return row
}

function isWithin(gazetteer: Gazetteer, row: number, here: number, region: number): boolean {
  const { lat, lon, level } = gazetteer.file.rows
  const outlines = outlinesOf(gazetteer.file)
  if (here >= 0) {
    if (level[row] === REGION)
      return outlines.has(here) && outlines.contains(here, lat[row] ?? 0, lon[row] ?? 0)
    if (row === here || !gazetteer.holds(here, row)) return false
  }
  return region < 0 || level[row] === REGION || outlines.contains(region, lat[row] ?? 0, lon[row] ?? 0)
}

/** Capitalises every word, because phrases are often typed in lower case. */
function capitalised(phrase: string): string {
  return phrase.replace(
    /(^|[\s,(/-])(\p{Ll})(?=\p{L}{3})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}
