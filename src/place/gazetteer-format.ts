import type { PlaceLevel } from '../model/place.ts'

/** Increment when the meaning of a section changes; part of the file name. */
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

/** Kinds of name. `bare` is a division's name without its type: Rapides for Rapides Parish. */
export const NAME_KINDS = ['main', 'other', 'bare', 'short', 'demonym'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** Administrative rank of a populated place; `unit` is not a populated place. */
export const RANKS = ['plain', 'quarter', 'seat', 'province-seat', 'capital', 'unit'] as const
export type Rank = (typeof RANKS)[number]

/** Bits of a name key: other meanings of the same spelling. */
export const COMMON_WORD = 1
export const PERSON_NAME = 2
/** Tagged as a place in a dictionary; used in scripts without capitals. */
export const PLACE_WORD = 4

export const NONE = 0xffffffff

/** Outlines are stored in hundredths of a degree. */
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
  /** First word (first letter, in unspaced scripts) of names, and the number of words (letters) of the longest. */
  headHash: Uint32Array,
  headMost: Uint8Array,
  givenNames: Uint32Array,
  personNames: Uint32Array,
  commonWords: Uint32Array,
  /** Place names from a dictionary that are not in the gazetteer. */
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
