import type { Place } from '../model/place.ts'
import { distanceKm } from './distance.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import { LEVELS, NAME_KINDS, type Source } from './gazetteer-format.ts'
import { hashKey, nameKey } from './name-key.ts'
import { closestNames } from './spelling.ts'

export class Gazetteer {
  /** The underlying columns, for the geoparser and the relations. */
  readonly file: GazetteerFile

  constructor(file: GazetteerFile) {
    this.file = file
  }

  get version(): string {
    return this.file.header.version
  }

  get sources(): readonly Source[] {
    return this.file.header.sources
  }

  get(id: string): Place | undefined {
    const row = this.file.placeRow(id)
    return row < 0 ? undefined : this.at(row)
  }

  /** Every place with this name in any language, best known first. Demonyms are not names. */
  named(name: string): Place[] {
    return this.rowsNamed(name).map((row) => this.at(row))
  }

  /**
   * Resolves an id or a phrase such as `Town, Province, Country`. With `near`, prefers the namesake that contains, lies in or
   * is closest to those places; otherwise the best known one. Undefined if the first part is not a place within the others.
   */
  resolve(nameOrId: string, near: readonly Place[] = []): Place | undefined {
    const byId = this.get(nameOrId.trim())
    if (byId) return byId
    const whole = this.rowsNamed(nameOrId)
    const parts = nameOrId
      .split(/[,，、;]/, 8)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const within =
      whole.length > 0 || parts.length < 2 ? [] : parts.slice(1).map((part) => this.rowsNamed(part))
    const candidates = whole.length > 0 ? whole : this.rowsNamed(parts[0] ?? '')
    const fitting = candidates.filter((row) =>
      within.every((units) => units.some((unit) => this.holds(unit, row))),
    )
    return this.#nearest(fitting, near)
  }

  /** Up to five names with a similar spelling, best known first. */
  suggest(name: string): string[] {
    return closestNames(this.file, nameKey(name))
  }

  /** Rows of the places with this name, best known first. */
  rowsNamed(name: string): number[] {
    const key = nameKey(name)
    const row = key ? this.file.keyRow(key, hashKey(key)) : -1
    if (row < 0) return []
    const { postStart, postPlace, postKind } = this.file.rows
    const rows: number[] = []
    for (let at = postStart[row] ?? 0; at < (postStart[row + 1] ?? 0); at++)
      if (NAME_KINDS[postKind[at] ?? 0] !== 'demonym') rows.push(postPlace[at] ?? 0)
    return rows
  }

  /** True when `inner` lies in the unit `outer` according to the tree. */
  holds(outer: number, inner: number): boolean {
    for (let row = inner; row >= 0; row = this.file.parent(row)) if (row === outer) return true
    return false
  }

  at(row: number): Place {
    const { file } = this
    const parents: string[] = []
    for (let up = file.parent(row); up >= 0; up = file.parent(up)) parents.push(file.id(up))
    const { id, name, lat, lon } = this.pointAt(row)
    return {
      id,
      name,
      level: LEVELS[file.rows.level[row] ?? 0] ?? 'town',
      lat,
      lon,
      population: file.rows.population[row] ?? 0,
      country: file.country(row),
      parents,
    }
  }

  /** A place without its enclosing units, which are expensive to read. */
  pointAt(row: number): Pick<Place, 'id' | 'name' | 'lat' | 'lon'> {
    const { file } = this
    return {
      id: file.id(row),
      name: file.name(row),
      lat: roundDegrees(file.rows.lat[row] ?? 0),
      lon: roundDegrees(file.rows.lon[row] ?? 0),
    }
  }

  #nearest(rows: readonly number[], near: readonly Place[]): Place | undefined {
    const [first] = rows
    if (first === undefined) return undefined
    if (near.length === 0) return this.at(first)
    let best = first
    let nearest = Number.POSITIVE_INFINITY
    for (const row of rows) {
      const away = Math.min(...near.map((place) => this.#away(row, place)))
      if (away < nearest) {
        nearest = away
        best = row
      }
    }
    return this.at(best)
  }

  #away(row: number, place: Place): number {
    const other = this.file.placeRow(place.id)
    if (other >= 0 && (this.holds(row, other) || this.holds(other, row))) return 0
    return distanceKm(this.file.rows.lat[row] ?? 0, this.file.rows.lon[row] ?? 0, place.lat, place.lon)
  }
}

/** Float32 holds degrees to about a metre; the digits beyond are noise. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
