import type { AcceptedMention } from './decision.ts'
import { distanceKm } from './distance.ts'
import type { Gazetteer } from './gazetteer.ts'
import { LEVELS } from './gazetteer-format.ts'
import { UNIT_LETTERS } from './run-matcher.ts'

/** Text allowed between a place and a local name in it: nothing, `的`, a house number. */
const WITHIN = /^[\d０-９]{0,6}号?的?$/
const MAX_GAP = 8
/** Extent of a large prefecture. */
const ACROSS_KM = 200
const COUNTRY = LEVELS.indexOf('country')
const REGION = LEVELS.indexOf('region')
const PROVINCE = LEVELS.indexOf('province')

/**
 * Assigns each local name to a place: the one named right before it (`X县Y镇Z村`), otherwise the one assigned to the same
 * name elsewhere in the text, otherwise none. `found` must be in order.
 */
export function assignLocalNames(
  gazetteer: Gazetteer,
  text: string,
  found: readonly AcceptedMention[],
): AcceptedMention[] {
  const placed: AcceptedMention[] = []
  const byName = new Map<string, number>()
  for (const one of found) {
    const before = placed.at(-1)
    const follows = before !== undefined && before.kind !== 'common' && isWithin(text, before.end, one.start)
    if (!follows || !(one.kind === 'local' || isElsewhere(gazetteer, text, before, one))) {
      placed.push(one)
      continue
    }
    const row = isUnit(gazetteer, before.row) ? before.row : -1
    placed.push({ ...one, kind: 'local', row })
    const name = text.slice(one.start, one.end)
    if (row >= 0) byName.set(name, (byName.get(name) ?? row) === row ? row : -1)
  }
  return placed.map((one) => {
    if (one.kind !== 'local' || one.row >= 0) return one
    const row = byName.get(text.slice(one.start, one.end)) ?? -1
    return row < 0 ? one : { ...one, row, apart: true }
  })
}

/** True for a country or a unit in one; seas and continents contain no villages. */
function isUnit({ file }: Gazetteer, row: number): boolean {
  const level = file.rows.level[row] ?? 0
  return row >= 0 && level >= COUNTRY && level !== REGION
}

function isWithin(text: string, end: number, start: number): boolean {
  return start - end <= MAX_GAP && WITHIN.test(text.slice(end, start))
}

/** `X市Y区` where the gazetteer has Y区 only in another city: a namesake missing from the gazetteer. */
function isElsewhere(
  gazetteer: Gazetteer,
  text: string,
  outer: AcceptedMention,
  inner: AcceptedMention,
): boolean {
  if (outer.row < 0 || inner.row < 0 || outer.end !== inner.start) return false
  if (!UNIT_LETTERS.has(text.charAt(outer.end - 1)) || !UNIT_LETTERS.has(text.charAt(inner.end - 1)))
    return false
  const { level, lat, lon } = gazetteer.file.rows
  if ((level[outer.row] ?? 0) < PROVINCE || gazetteer.holds(outer.row, inner.row)) return false
  if (level[outer.row] === PROVINCE) return true
  const at = (row: number): readonly [number, number] => [lat[row] ?? 0, lon[row] ?? 0]
  return distanceKm(...at(outer.row), ...at(inner.row)) > ACROSS_KM
}
