import type { PlaceLevel } from '../model/place.ts'

/** Grows when the meaning of a section changes; it is part of the file's name. */
export const FORMAT = 1
export const FILE_NAME = `gazetteer-v${FORMAT}.bin`
/** First bytes of every file. */
export const MAGIC = 0x455a4756

export const LEVELS: readonly PlaceLevel[] = [
  'world',
  'continent',
  'country',
  'province',
  'prefecture',
  'county',
  'town',
  'region',
]

/** Prefix of a place id: GeoNames number, ISO 3166-1 country, GeoNames division code, UN M49 area, position, our own region. */
export const ID_KINDS = ['gn', 'iso', 'adm', 'm49', 'at', 'ne'] as const
export type IdKind = (typeof ID_KINDS)[number]

/** How a name belongs to its place. `bare` is a division's name without its type: Rapides for Rapides Parish. */
export const NAME_KINDS = ['main', 'other', 'bare', 'short', 'demonym'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** What populated places are to their surroundings; `unit` is no populated place. */
export const RANKS = ['plain', 'quarter', 'seat', 'province-seat', 'capital', 'unit'] as const
export type Rank = (typeof RANKS)[number]

/** Bits of a name key: what else the same letters may be. */
export const COMMON_WORD = 1
export const PERSON_NAME = 2
/** A dictionary calls it a place: counts in scripts without capitals. */
export const PLACE_WORD = 4

export const NONE = 0xffffffff

/** Outlines are kept in hundredths of a degree. */
export const OUTLINE_SCALE = 100

export interface Source {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly attribution: string
}

export const SECTIONS = {
  idKind: Uint8Array,
  idValue: Uint32Array,
  idTextStart: Uint32Array,
  idText: Uint8Array,
  idHash: Uint32Array,
  idPlace: Uint32Array,
  lat: Float32Array,
  lon: Float32Array,
  population: Uint32Array,
  level: Uint8Array,
  rank: Uint8Array,
  parent: Uint32Array,
  country: Uint16Array,
  nameStart: Uint32Array,
  names: Uint8Array,
  slots: Uint32Array,
  keyHash: Uint32Array,
  keyStart: Uint32Array,
  keys: Uint8Array,
  keyBits: Uint8Array,
  postStart: Uint32Array,
  postPlace: Uint32Array,
  postKind: Uint8Array,
  /** First word (or first letter, in scripts without spaces) of names, and how many words (letters) the longest has. */
  headHash: Uint32Array,
  headMost: Uint8Array,
  givenNames: Uint32Array,
  personNames: Uint32Array,
  commonWords: Uint32Array,
  /** Names of places that a dictionary knows and the gazetteer does not. */
  placeWords: Uint32Array,
  memberRegion: Uint32Array,
  memberPlace: Uint32Array,
  outlinePlace: Uint32Array,
  outlineStart: Uint32Array,
  ringStart: Uint32Array,
  points: Int16Array,
} as const

export type SectionName = keyof typeof SECTIONS
export type Sections = { readonly [K in SectionName]: InstanceType<(typeof SECTIONS)[K]> }

export interface Header {
  readonly format: number
  readonly version: string
  readonly places: number
  readonly keys: number
  readonly sources: readonly Source[]
  readonly sections: Readonly<Record<string, { readonly offset: number; readonly length: number }>>
}
