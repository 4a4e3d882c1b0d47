import type { Place } from '../model/place.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import { LEVELS, NAME_KINDS } from './gazetteer-format.ts'
import { typedKeys } from './name-key.ts'
import { type MatchKind, scanLaterWords, scanPrefixes, scanSimilar } from './name-scan.ts'
import { prominenceOf } from './prominence.ts'

/** `Town, Province, Country`, and one more. */
const MAX_PARTS = 4
const MAX_LENGTH = 100

/** With fewer matches, similar names are included. */
const FEW = 3

/** In powers of ten of population: an exact match ranks before a place ten times as prominent. */
const WORTH: Readonly<Record<MatchKind, number>> = { same: 1, begins: 0, 'word-begins': -1.5 }
/** Penalty for names not displayed, such as translations: an exact match is plausible, a prefix rarely is. */
const HIDDEN_COST: Readonly<Record<MatchKind, number>> = { same: 0.7, begins: 5, 'word-begins': 5 }
/** Penalties of similar names: per edit, and for continuing after the query. */
const EDIT_COST = 4
const BEGINNING_COST = 1
/** Penalty for seas and mountain ranges, which rank high by level although they have no population. */
const REGION_COST = 2

const REGION = LEVELS.indexOf('region')
const SHORT = NAME_KINDS.indexOf('short')
const TOWN = LEVELS.indexOf('town')
const DEMONYM = NAME_KINDS.indexOf('demonym')

/**
 * Finds places for an incomplete query in any language, best known first: exact names, prefixes, prefixes of later words
 * and, if these are few, similar names. `Paris, Tex` searches for Paris within Texas.
 */
export function searchPlaces(gazetteer: Gazetteer, typed: string, limit: number): Place[] {
  const text = typed.slice(0, MAX_LENGTH)
  const parts = text
    .split(/[,，、;；]/, MAX_PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const within = parts.slice(1).map((part) => unitsNamed(gazetteer.file, part))
  const isWithin = (row: number) =>
    within.every((units) => ancestors(gazetteer.file, row).some((unit) => units.has(unit)))
  const best = new Best(gazetteer.file, limit)
  const [name = ''] = parts
  // A name may contain a comma.
  if (parts.length > 1) best.addBeginning(text, () => true)
  best.addBeginning(name, isWithin)
  best.addLaterWords(name, isWithin)
  const enough = parts.length > 1 ? 1 : Math.min(FEW, limit)
  if (best.rows.length < enough) best.addAlike(name, isWithin)
  return best.rows.map((row) => gazetteer.at(row))
}

type Fits = (row: number) => boolean

/** Keeps only the best places: one letter may match tens of thousands. */
class Best {
  readonly #file: GazetteerFile
  readonly #prominence: Float32Array
  readonly #limit: number
  #best: { row: number; worth: number }[] = []
  #room: number
  /** Results of earlier, stricter rounds; they rank before later ones. */
  #settled: number[] = []

  constructor(file: GazetteerFile, limit: number) {
    this.#file = file
    this.#prominence = prominences(file)
    this.#limit = limit
    this.#room = limit
  }

  get rows(): number[] {
    return [...this.#settled, ...this.#best.map(({ row }) => row)]
  }

  addBeginning(typed: string, fits: Fits): void {
    for (const key of typedKeys(typed)) scanPrefixes(this.#file, key, this.#see(fits))
  }

  addLaterWords(typed: string, fits: Fits): void {
    for (const key of typedKeys(typed)) scanLaterWords(this.#file, key, this.#see(fits))
  }

  #see(fits: Fits) {
    return (row: number, likeness: MatchKind) =>
      this.#add(row, WORTH[likeness], HIDDEN_COST[likeness], DEMONYM, fits)
  }

  addAlike(typed: string, fits: Fits): void {
    this.#settled = this.rows
    this.#best = []
    this.#room = this.#limit - this.#settled.length
    for (const key of typedKeys(typed))
      scanSimilar(this.#file, key, (row, edits, whole) =>
        this.#add(row, -edits * EDIT_COST - (whole ? 0 : BEGINNING_COST), HIDDEN_COST.same, SHORT, fits),
      )
  }

  /** Kinds of names from `until` on are ignored. */
  #add(keyRow: number, worth: number, hidden: number, until: number, fits: Fits): void {
    const { postStart, postPlace, postKind } = this.#file.rows
    for (let at = postStart[keyRow] ?? 0; at < (postStart[keyRow + 1] ?? 0); at++) {
      const kind = postKind[at] ?? 0
      if (kind >= until) continue
      const row = postPlace[at] ?? 0
      this.#put(row, (this.#prominence[row] ?? 0) + worth - (kind > 0 ? hidden : 0), fits)
    }
  }

  #put(row: number, worth: number, fits: Fits): void {
    const best = this.#best
    if (best.length >= this.#room && worth <= (best.at(-1)?.worth ?? Number.POSITIVE_INFINITY)) return
    if (this.#settled.includes(row)) return
    const known = best.findIndex((one) => one.row === row)
    if (known >= 0) {
      if (worth <= (best[known]?.worth ?? 0)) return
      best.splice(known, 1)
    } else if (!fits(row)) return
    let at = best.length
    while (at > 0 && isBefore({ row, worth }, best[at - 1])) at--
    best.splice(at, 0, { row, worth })
    if (best.length > this.#room) best.pop()
  }
}

/** Ties are broken by row, so that results are stable. */
function isBefore(a: { row: number; worth: number }, b: { row: number; worth: number } | undefined): boolean {
  return b === undefined || a.worth > b.worth || (a.worth === b.worth && a.row < b.row)
}

/** Units (not towns) with a name that starts with `typed`. */
function unitsNamed(file: GazetteerFile, typed: string): Set<number> {
  const units = new Set<number>()
  const { postStart, postPlace, postKind, level } = file.rows
  for (const key of typedKeys(typed))
    scanPrefixes(file, key, (row) => {
      for (let at = postStart[row] ?? 0; at < (postStart[row + 1] ?? 0); at++) {
        const place = postPlace[at] ?? 0
        if (postKind[at] !== DEMONYM && level[place] !== TOWN) units.add(place)
      }
    })
  return units
}

function ancestors(file: GazetteerFile, row: number): number[] {
  const up: number[] = []
  for (let unit = file.parent(row); unit >= 0; unit = file.parent(unit)) up.push(unit)
  return up
}

const known = new WeakMap<GazetteerFile, Float32Array>()

function prominences(file: GazetteerFile): Float32Array {
  const there = known.get(file)
  if (there) return there
  const { level, rank, population } = file.rows
  const all = new Float32Array(level.length)
  for (let row = 0; row < all.length; row++) {
    const own = level[row] ?? 0
    const cost = own === REGION ? REGION_COST : 0
    all[row] = prominenceOf(own, rank[row] ?? 0, population[row] ?? 0) - cost
  }
  known.set(file, all)
  return all
}
