/** From the widest to the narrowest; `region` is physical (seas, ranges, rivers) and is not part of the tree. */
export type PlaceLevel =
  | 'world'
  | 'continent'
  | 'country'
  | 'province'
  | 'prefecture'
  | 'county'
  | 'town'
  | 'region'

/** One gazetteer entry. */
export interface Place {
  /** Stable across gazetteer builds: a GeoNames id where there is one (`gn:1234`), else ours (`ne:...`, `iso:PH`). */
  readonly id: string
  readonly name: string
  readonly level: PlaceLevel
  readonly lat: number
  readonly lon: number
  readonly population: number
  /** ISO 3166-1 alpha-2, empty for continents and physical regions. */
  readonly country: string
  /** Ids of the places that contain this one, nearest first. */
  readonly parents: readonly string[]
}

/** A place and how often a page mentions it. */
export interface PlaceCount {
  readonly id: string
  readonly name: string
  readonly lat: number
  readonly lon: number
  readonly count: number
}
