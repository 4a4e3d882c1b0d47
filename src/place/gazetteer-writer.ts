import type { PlaceLevel } from '../model/place.ts'
import { BY_LETTER, CHARACTERS } from './characters.ts'
import { Column } from './column.ts'
import { findSorted } from './find-sorted.ts'
import { slotsOf, sortedBy, writeSections } from './gazetteer-encoding.ts'
import {
  COMMON_WORD,
  ID_KINDS,
  type IdKind,
  LEVELS,
  NAME_KINDS,
  type NameKind,
  NONE,
  OUTLINE_SCALE,
  PERSON_NAME,
  PLACE_WORD,
  RANKS,
  type Rank,
  type SectionName,
  type Source,
} from './gazetteer-format.ts'
import { hashKey, nameKey } from './name-key.ts'
import { NICKNAME_COST, prominenceOf } from './prominence.ts'

/** A place to write. `parent` is the index that `add` returned for its parent unit, or -1. */
export interface NewPlace {
  readonly id: { readonly kind: IdKind; readonly value: number | string }
  readonly name: string
  readonly level: PlaceLevel
  readonly rank?: Rank
  readonly lat: number
  readonly lon: number
  readonly population: number
  readonly country: string
  readonly parent: number
}

/** Words with another meaning, as ascending key hashes. Taken from general word lists. */
export interface OtherMeanings {
  readonly commonWords: Uint32Array
  readonly personNames: Uint32Array
  readonly givenNames: Uint32Array
  /** Place names in scripts without capitals. */
  readonly placeWords: Uint32Array
}

const ENCODER = new TextEncoder()

/** Collects places column by column and writes the compact file that `loadGazetteer` maps. */
export class GazetteerWriter {
  readonly #idKind = new Column(Uint8Array)
  readonly #idValue = new Column(Uint32Array)
  readonly #idTextStart = new Column(Uint32Array)
  readonly #idText = new Column(Uint8Array)
  readonly #lat = new Column(Float32Array)
  readonly #lon = new Column(Float32Array)
  readonly #population = new Column(Uint32Array)
  readonly #level = new Column(Uint8Array)
  readonly #rank = new Column(Uint8Array)
  readonly #parent = new Column(Uint32Array)
  readonly #country = new Column(Uint16Array)
  readonly #nameStart = new Column(Uint32Array)
  readonly #names = new Column(Uint8Array)
  readonly #idHash = new Column(Uint32Array)
  readonly #entryHash = new Column(Uint32Array)
  readonly #entryStart = new Column(Uint32Array)
  readonly #entryText = new Column(Uint8Array)
  readonly #entryPlace = new Column(Uint32Array)
  readonly #entryKind = new Column(Uint8Array)
  readonly #heads = new Map<string, number>()
  readonly #memberRegion = new Column(Uint32Array)
  readonly #memberPlace = new Column(Uint32Array)
  readonly #outlines = new Map<number, number[][]>()

  get places(): number {
    return this.#lat.length
  }

  add(place: NewPlace): number {
    const index = this.#lat.length
    this.#idKind.push(ID_KINDS.indexOf(place.id.kind))
    if (typeof place.id.value === 'number') this.#idValue.push(place.id.value)
    else {
      this.#idValue.push(this.#idTextStart.push(this.#idText.length))
      this.#idText.append(ENCODER.encode(place.id.value))
    }
    this.#idHash.push(hashKey(`${place.id.kind}:${place.id.value}`))
    this.#lat.push(place.lat)
    this.#lon.push(place.lon)
    this.#population.push(place.population)
    this.#level.push(LEVELS.indexOf(place.level))
    this.#rank.push(RANKS.indexOf(place.rank ?? 'plain'))
    this.#parent.push(place.parent < 0 ? NONE : place.parent)
    this.#country.push(
      place.country.length === 2 ? place.country.charCodeAt(0) * 256 + place.country.charCodeAt(1) : 0,
    )
    this.#nameStart.push(this.#names.length)
    this.#names.append(ENCODER.encode(place.name))
    this.addName(index, place.name, 'main')
    return index
  }

  addName(place: number, name: string, kind: NameKind): void {
    const key = nameKey(name)
    if (!key || key.length > 100) return
    this.#entryHash.push(hashKey(key))
    this.#entryStart.push(this.#entryText.length)
    this.#entryText.append(ENCODER.encode(key))
    this.#entryPlace.push(place)
    this.#entryKind.push(NAME_KINDS.indexOf(kind))
    this.addHead(key)
  }

  /** Registers the head of `key` so that the matcher tries names there. */
  addHead(key: string): void {
    const byLetter = (CHARACTERS[key.charCodeAt(0)] ?? 0) & BY_LETTER
    const head = byLetter ? key.slice(0, 1) : (key.split(' ', 1)[0] ?? key)
    const size = byLetter ? key.length : key.split(' ').length
    if (size > (this.#heads.get(head) ?? 0)) this.#heads.set(head, Math.min(size, 255))
  }

  setCoordinates(place: number, lat: number, lon: number): void {
    this.#lat.set(place, lat)
    this.#lon.set(place, lon)
  }

  coordinates(place: number): { lat: number; lon: number } {
    return { lat: this.#lat.at(place), lon: this.#lon.at(place) }
  }

  setPopulation(place: number, population: number): void {
    this.#population.set(place, population)
  }

  /** Records that a region outside the tree contains a place of the tree. */
  addMember(region: number, place: number): void {
    this.#memberRegion.push(region)
    this.#memberPlace.push(place)
  }

  /** Rings of alternating longitude and latitude, in hundredths of a degree. */
  addOutline(place: number, rings: readonly number[][]): void {
    const known = this.#outlines.get(place) ?? []
    this.#outlines.set(place, [...known, ...rings.filter((ring) => ring.length >= 6)])
  }

  write(path: string, version: string, sources: readonly Source[], meanings: OtherMeanings): void {
    const sections = new Map<SectionName, ArrayBufferView>()
    this.#placeSections(sections)
    this.#nameSections(sections, meanings)
    this.#outlineSections(sections)
    sections.set('memberRegion', this.#memberRegion.view())
    sections.set('memberPlace', this.#memberPlace.view())
    for (const list of ['givenNames', 'commonWords', 'personNames', 'placeWords'] as const)
      sections.set(list, meanings[list])
    writeSections(path, sections, { version, sources, places: this.places })
  }

  #placeSections(sections: Map<SectionName, ArrayBufferView>): void {
    this.#nameStart.push(this.#names.length)
    this.#idTextStart.push(this.#idText.length)
    const order = sortedBy(this.#idHash.view())
    sections.set(
      'idHash',
      order.map((i) => this.#idHash.at(i)),
    )
    sections.set('idPlace', order)
    sections.set('idKind', this.#idKind.view())
    sections.set('idValue', this.#idValue.view())
    sections.set('idTextStart', this.#idTextStart.view())
    sections.set('idText', this.#idText.view())
    sections.set('lat', this.#lat.view())
    sections.set('lon', this.#lon.view())
    sections.set('population', this.#population.view())
    sections.set('level', this.#level.view())
    sections.set('rank', this.#rank.view())
    sections.set('parent', this.#parent.view())
    sections.set('country', this.#country.view())
    sections.set('nameStart', this.#nameStart.view())
    sections.set('names', this.#names.view())
  }

  #nameSections(sections: Map<SectionName, ArrayBufferView>, meanings: OtherMeanings): void {
    const entries = this.#entryHash.length
    this.#entryStart.push(this.#entryText.length)
    const text = Buffer.from(this.#entryText.view().buffer, 0, this.#entryText.length)
    const start = this.#entryStart.view()
    const hashes = this.#entryHash.view()
    const keyOf = (entry: number): Buffer => text.subarray(start[entry], start[entry + 1])
    const order = sortedBy(hashes, (a, b) => keyOf(a).compare(keyOf(b)))
    const { commonWords, personNames, placeWords } = meanings
    const keyHash = new Column(Uint32Array)
    const keyStart = new Column(Uint32Array)
    const keys = new Column(Uint8Array)
    const keyBits = new Column(Uint8Array)
    const postStart = new Column(Uint32Array)
    const postPlace = new Column(Uint32Array)
    const postKind = new Column(Uint8Array)
    for (let at = 0; at < entries; ) {
      const first = order[at] ?? 0
      const key = keyOf(first)
      const postings = new Map<number, number>()
      for (; at < entries; at++) {
        const entry = order[at] ?? 0
        if (hashes[entry] !== hashes[first] || !keyOf(entry).equals(key)) break
        const place = this.#entryPlace.at(entry)
        const kind = this.#entryKind.at(entry)
        postings.set(place, Math.min(kind, postings.get(place) ?? kind))
      }
      const hash = hashes[first] ?? 0
      keyHash.push(hash)
      keyStart.push(keys.length)
      keys.append(key)
      keyBits.push(
        (findSorted(commonWords, hash) >= 0 ? COMMON_WORD : 0) |
          (findSorted(personNames, hash) >= 0 ? PERSON_NAME : 0) |
          (findSorted(placeWords, hash) >= 0 ? PLACE_WORD : 0),
      )
      postStart.push(postPlace.length)
      const ranked = [...postings].sort(
        (a, b) => this.#prominence(...b) - this.#prominence(...a) || a[0] - b[0],
      )
      for (const [place, kind] of ranked) {
        postPlace.push(place)
        postKind.push(kind)
      }
    }
    keyStart.push(keys.length)
    postStart.push(postPlace.length)
    sections.set('keyHash', keyHash.view())
    sections.set('keyStart', keyStart.view())
    sections.set('keys', keys.view())
    sections.set('keyBits', keyBits.view())
    sections.set('postStart', postStart.view())
    sections.set('postPlace', postPlace.view())
    sections.set('postKind', postKind.view())
    sections.set('slots', slotsOf(keyHash.view()))
    const heads = [...this.#heads]
      .map(([head, length]) => [hashKey(head), length] as const)
      .sort((a, b) => a[0] - b[0])
    const headHash = new Column(Uint32Array)
    const headMost = new Column(Uint8Array)
    for (const [hash, length] of heads) {
      const last = headHash.length - 1
      if (last >= 0 && headHash.at(last) === hash) headMost.set(last, Math.max(length, headMost.at(last)))
      else {
        headHash.push(hash)
        headMost.push(length)
      }
    }
    sections.set('headHash', headHash.view())
    sections.set('headMost', headMost.view())
  }

  /** Sort key of the places with one name: countries before provinces before towns of similar size, main names before nicknames. */
  #prominence(place: number, kind: number): number {
    const prominence = prominenceOf(this.#level.at(place), this.#rank.at(place), this.#population.at(place))
    return prominence - NICKNAME_COST * kind
  }

  #outlineSections(sections: Map<SectionName, ArrayBufferView>): void {
    const outlinePlace = new Column(Uint32Array)
    const outlineStart = new Column(Uint32Array)
    const ringStart = new Column(Uint32Array)
    const points = new Column(Int16Array)
    for (const [place, rings] of [...this.#outlines].sort((a, b) => a[0] - b[0])) {
      outlinePlace.push(place)
      outlineStart.push(ringStart.length)
      for (const ring of rings) {
        ringStart.push(points.length)
        points.append(ring)
      }
    }
    outlineStart.push(ringStart.length)
    ringStart.push(points.length)
    sections.set('outlinePlace', outlinePlace.view())
    sections.set('outlineStart', outlineStart.view())
    sections.set('ringStart', ringStart.view())
    sections.set('points', points.view())
  }
}

export function hundredths(degrees: number): number {
  return Math.round(degrees * OUTLINE_SCALE)
}

/** Unique key hashes of the words, ascending. */
export function hashWords(words: Iterable<string>): Uint32Array {
  const hashes = new Set<number>()
  for (const word of words) hashes.add(hashKey(nameKey(word)))
  return Uint32Array.from(hashes).sort()
}
