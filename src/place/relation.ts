import { BoundedMap } from '../cache/bounded-map.ts'
import type { Place } from '../model/place.ts'
import type { Gazetteer } from './gazetteer.ts'
import { LEVELS } from './gazetteer-format.ts'
import { nameKey } from './name-key.ts'
import { outlinesOf } from './outlines.ts'

/** Relation of a page's place to an event's place: `below` is within it, `above` contains it. */
export type Relation =
  | { readonly kind: 'equal' }
  | { readonly kind: 'below'; readonly levels: number }
  | { readonly kind: 'above'; readonly levels: number }
  | { readonly kind: 'overlap' }
  | { readonly kind: 'disjoint' }

/** PN's factors. The step is one fifth; three levels down and two levels up still count. */
export interface SpatialFactors {
  readonly equal: number
  readonly below: readonly number[]
  readonly above: readonly number[]
  readonly overlap: number
}
const SPATIAL_FACTORS: SpatialFactors = {
  equal: 1,
  below: [0.6, 0.4, 0.2],
  above: [0.4, 0.2],
  overlap: 0.4,
}

/** Minimum shared area: simplified outlines of neighbours overlap slightly at the border. */
const MIN_SHARED = 0.2
/** A city is equal to its unit of the same name if it has at least this share of the population: Beijing, not Québec. */
const CITY_IS_UNIT = 0.5

const REGION = LEVELS.indexOf('region')
const WORLD = LEVELS.indexOf('world')
const COUNTRY = LEVELS.indexOf('country')
const EQUAL: Relation = { kind: 'equal' }
const OVERLAP: Relation = { kind: 'overlap' }
const DISJOINT: Relation = { kind: 'disjoint' }

export function relationOf(gazetteer: Gazetteer, event: Place, page: Place): Relation {
  if (event.id === page.id) return EQUAL
  const a = gazetteer.file.placeRow(event.id)
  const b = gazetteer.file.placeRow(page.id)
  return a < 0 || b < 0 ? DISJOINT : geographyOf(gazetteer).relation(a, b)
}

export function spatialFactor(
  gazetteer: Gazetteer,
  event: Place,
  page: Place,
  factors: SpatialFactors = SPATIAL_FACTORS,
): number {
  return factorOf(relationOf(gazetteer, event, page), factors)
}

/**
 * Every place with a non-zero spatial factor for `event`, by id (PN eq. 15). Computed once per event place before the crawl, so that
 * the places of a page only need a lookup.
 */
export function neighboursOf(
  gazetteer: Gazetteer,
  event: Place,
  factors: SpatialFactors = SPATIAL_FACTORS,
): Map<string, number> {
  const neighbours = new Map<string, number>([[event.id, factors.equal]])
  const row = gazetteer.file.placeRow(event.id)
  if (row < 0) return neighbours
  const geography = geographyOf(gazetteer)
  for (let other = 0; other < gazetteer.file.rows.level.length; other++) {
    if (other === row || !geography.mayRelate(row, other)) continue
    const factor = factorOf(geography.relation(row, other), factors)
    if (factor > 0) neighbours.set(gazetteer.file.id(other), factor)
  }
  return neighbours
}

function factorOf(relation: Relation, factors: SpatialFactors): number {
  if (relation.kind === 'below' || relation.kind === 'above')
    return factors[relation.kind][relation.levels - 1] ?? 0
  if (relation.kind === 'disjoint') return 0
  return factors[relation.kind]
}

/** Maximum number of cached pairs. */
const MAX_PAIRS_KEPT = 200_000

const geographies = new WeakMap<Gazetteer, Geography>()

function geographyOf(gazetteer: Gazetteer): Geography {
  const known = geographies.get(gazetteer)
  if (known) return known
  const geography = new Geography(gazetteer)
  geographies.set(gazetteer, geography)
  return geography
}

/** The tree and outlines of one gazetteer, with cached results. */
class Geography {
  readonly #gazetteer: Gazetteer
  readonly #outlines: ReturnType<typeof outlinesOf>
  readonly #members = new Map<number, Set<number>>()
  readonly #shared = new BoundedMap<number, boolean>(MAX_PAIRS_KEPT)

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer
    this.#outlines = outlinesOf(gazetteer.file)
    const { memberRegion, memberPlace } = gazetteer.file.rows
    memberRegion.forEach((region, i) => {
      const members = this.#members.get(region) ?? new Set()
      members.add(memberPlace[i] ?? 0)
      this.#members.set(region, members)
    })
  }

  relation(event: number, page: number): Relation {
    if (this.#unit(event) === this.#unit(page)) return EQUAL
    if (this.#isRegion(event) || this.#isRegion(page)) return this.#regional(event, page)
    const down = this.#steps(page, event)
    if (down > 0) return { kind: 'below', levels: down }
    const up = this.#steps(event, page)
    if (up > 0) return { kind: 'above', levels: up }
    return this.#overlap(event, page) ? OVERLAP : DISJOINT
  }

  /** Cheap filter that rejects most pairs: no common branch, no region, no two outlines. */
  mayRelate(a: number, b: number): boolean {
    if (this.#isRegion(a) || this.#isRegion(b)) return true
    if (this.#gazetteer.holds(a, b) || this.#gazetteer.holds(b, a)) return true
    return this.#outlines.has(a) && this.#outlines.has(b)
  }

  /** Levels from `inner` up to `outer`, or 0 if it is not an ancestor. A city equal to its unit does not count as a level. */
  #steps(inner: number, outer: number): number {
    const goal = this.#unit(outer)
    let steps = 0
    let here = this.#unit(inner)
    for (let up = this.#gazetteer.file.parent(here); up >= 0; up = this.#gazetteer.file.parent(here)) {
      here = this.#unit(up)
      steps++
      if (here === goal) return steps
    }
    return 0
  }

  /** The largest unit equal to a place: the municipality of Beijing for the city of Beijing. */
  #unit(row: number): number {
    const { file } = this.#gazetteer
    const { level, population } = file.rows
    let unit = row
    for (let up = file.parent(unit); up >= 0; up = file.parent(unit)) {
      if ((level[up] ?? 0) <= COUNTRY || (level[unit] ?? 0) <= COUNTRY) break
      if ((population[unit] ?? 0) < CITY_IS_UNIT * (population[up] ?? 0)) break
      if (!`${nameKey(file.name(up))} `.startsWith(`${nameKey(file.name(unit))} `)) break
      unit = up
    }
    return unit
  }

  #isRegion(row: number): boolean {
    return this.#gazetteer.file.rows.level[row] === REGION
  }

  /** A region of countries is one level above them; a physical region overlaps what its outline touches. */
  #regional(event: number, page: number): Relation {
    const down = this.#stepsToMember(page, event)
    if (down > 0) return { kind: 'below', levels: down }
    const up = this.#stepsToMember(event, page)
    if (up > 0) return { kind: 'above', levels: up }
    if (this.#holdsRegion(event, page)) return { kind: 'below', levels: 1 }
    if (this.#holdsRegion(page, event)) return { kind: 'above', levels: 1 }
    return this.#overlap(event, page) ? OVERLAP : DISJOINT
  }

  /** A continent contains regions of its countries; the world contains every region. */
  #holdsRegion(outer: number, region: number): boolean {
    if (this.#gazetteer.file.rows.level[outer] === WORLD) return this.#isRegion(region)
    const members = this.#members.get(region)
    return members !== undefined && [...members].every((member) => this.#gazetteer.holds(outer, member))
  }

  #stepsToMember(inner: number, region: number): number {
    const members = this.#members.get(region)
    if (!members) return 0
    let steps = 1
    for (let row = this.#unit(inner); row >= 0; row = this.#gazetteer.file.parent(row), steps++)
      if (members.has(row)) return steps
    return 0
  }

  #overlap(a: number, b: number): boolean {
    const first = Math.min(a, b)
    const second = Math.max(a, b)
    const pair = first * this.#gazetteer.file.rows.level.length + second
    const known = this.#shared.get(pair)
    if (known !== undefined) return known
    const overlaps = this.#computeOverlap(a, b)
    this.#shared.set(pair, overlaps)
    return overlaps
  }

  #computeOverlap(a: number, b: number): boolean {
    const areas = this.#membersOr(a)
    const others = this.#membersOr(b)
    return areas.some((one) => others.some((other) => this.#touch(one, other)))
  }

  #membersOr(row: number): number[] {
    const members = this.#members.get(row)
    return members ? [...members] : [row]
  }

  #touch(a: number, b: number): boolean {
    const regional = this.#isRegion(a) || this.#isRegion(b)
    if (this.#outlines.has(a) && this.#outlines.has(b)) {
      const shared = this.#outlines.sharedArea(a, b)
      return regional ? shared > 0 || this.#outlines.cornerWithin(a, b) : shared > MIN_SHARED
    }
    if (!regional) return false
    const { lat, lon } = this.#gazetteer.file.rows
    if (this.#outlines.has(a)) return this.#outlines.contains(a, lat[b] ?? 0, lon[b] ?? 0)
    if (this.#outlines.has(b)) return this.#outlines.contains(b, lat[a] ?? 0, lon[a] ?? 0)
    return false
  }
}
