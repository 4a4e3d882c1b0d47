import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { EventideError } from '../model/errors.ts'
import { findSorted } from './find-sorted.ts'
import {
  FORMAT,
  type Header,
  ID_KINDS,
  MAGIC,
  NONE,
  SECTIONS,
  type SectionName,
  type Sections,
} from './gazetteer-format.ts'
import { hashKey } from './name-key.ts'

/** Ten times the names in such scripts; small enough for a processor's cache. */
const RUN_HASH_BITS = 1 << 20
/** Thai, Han, kana and hangul take three bytes or more in UTF-8: the first is at least this. */
const LEAD_OF_RUN_SCRIPTS = 0xe0
/** The upper half of the hash divides the sorted hashes into small groups. */
const PREFIX_SHIFT = 16

/** A gazetteer file in memory: typed arrays over one buffer; places and names are identified by row. */
export class GazetteerFile {
  readonly header: Header
  readonly rows: Sections
  readonly #names: Buffer
  readonly #keys: Buffer
  readonly #idText: Buffer
  #runHashes: Uint32Array | undefined
  #headStarts: Uint32Array | undefined
  readonly #longestByLetter = new Int16Array(0x10000).fill(-1)

  constructor(path: string) {
    const bytes = readWhole(path)
    this.header = readHeader(bytes, path)
    this.rows = mapSections(bytes, this.header, path)
    this.#names = bufferOver(this.rows.names)
    this.#keys = bufferOver(this.rows.keys)
    this.#idText = bufferOver(this.rows.idText)
  }

  /** Row of a name key, or -1. `hash` must be `hashKey(key)`. */
  keyRow(key: string, hash: number): number {
    const { slots, keyHash } = this.rows
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = (slots[slot] ?? 0) - 1
      if (row < 0) return -1
      if (keyHash[row] === hash && this.#isKey(row, key)) return row
    }
  }

  /** False if no key has this hash, so that the caller need not build the key. */
  mayBeKey(hash: number): boolean {
    const { slots, keyHash } = this.rows
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = (slots[slot] ?? 0) - 1
      if (row < 0 || keyHash[row] === hash) return row >= 0
    }
  }

  /** Most keys are ASCII and are compared without creating a string. */
  #isKey(row: number, key: string): boolean {
    const { keys, keyStart } = this.rows
    const start = keyStart[row] ?? 0
    const length = (keyStart[row + 1] ?? 0) - start
    if (length !== key.length) return length > key.length && this.key(row) === key
    for (let i = 0; i < length; i++) {
      const code = key.charCodeAt(i)
      if (code > 0x7f || keys[start + i] !== code) return false
    }
    return true
  }

  key(row: number): string {
    return this.#keys.toString('utf8', this.rows.keyStart[row] ?? 0, this.rows.keyStart[row + 1] ?? 0)
  }

  /** Number of words (letters, in unspaced scripts) of the longest name with this head; 0 if none. */
  longest(headHash: number): number {
    this.#headStarts ??= startsByPrefix(this.rows.headHash)
    const prefix = headHash >>> PREFIX_SHIFT
    const { headHash: hashes, headMost } = this.rows
    const end = this.#headStarts[prefix + 1] ?? 0
    for (let row = this.#headStarts[prefix] ?? 0; row < end; row++)
      if (hashes[row] === headHash) return headMost[row] ?? 0
    return 0
  }

  /** Cached variant of `longest` for unspaced scripts, where every letter is looked up. */
  longestFrom(letter: string): number {
    const code = letter.charCodeAt(0)
    const known = this.#longestByLetter[code] ?? -1
    if (known >= 0) return known
    const length = this.longest(hashKey(letter))
    this.#longestByLetter[code] = length
    return length
  }

  /** False if no name in an unspaced script and no place word has this hash; about one hash in ten is a false positive. */
  mayBeInRun(hash: number): boolean {
    this.#runHashes ??= this.#collectRunHashes()
    const bit = (hash ^ (hash >>> 12)) & (RUN_HASH_BITS - 1)
    return ((this.#runHashes[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0
  }

  #collectRunHashes(): Uint32Array {
    const bits = new Uint32Array(RUN_HASH_BITS / 32)
    const mark = (hash: number): void => {
      const bit = (hash ^ (hash >>> 12)) & (RUN_HASH_BITS - 1)
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
    }
    const { keyStart, keys, keyHash, placeWords } = this.rows
    for (let row = 0; row < keyHash.length; row++)
      if ((keys[keyStart[row] ?? 0] ?? 0) >= LEAD_OF_RUN_SCRIPTS) mark(keyHash[row] ?? 0)
    placeWords.forEach(mark)
    return bits
  }

  isGivenName(hash: number): boolean {
    return findSorted(this.rows.givenNames, hash) >= 0
  }

  isPersonName(hash: number): boolean {
    return findSorted(this.rows.personNames, hash) >= 0
  }

  isCommonWord(hash: number): boolean {
    return findSorted(this.rows.commonWords, hash) >= 0
  }

  isPlaceWord(hash: number): boolean {
    return findSorted(this.rows.placeWords, hash) >= 0
  }

  placeRow(id: string): number {
    const { idHash, idPlace } = this.rows
    const hash = hashKey(id)
    let at = findSorted(idHash, hash)
    if (at < 0) return -1
    while (at > 0 && idHash[at - 1] === hash) at--
    for (; idHash[at] === hash; at++) {
      const row = idPlace[at] ?? NONE
      if (this.id(row) === id) return row
    }
    return -1
  }

  id(row: number): string {
    const kind = ID_KINDS[this.rows.idKind[row] ?? 0] ?? 'gn'
    const value = this.rows.idValue[row] ?? 0
    if (kind === 'gn') return `gn:${value}`
    return `${kind}:${this.#idText.toString('utf8', this.rows.idTextStart[value] ?? 0, this.rows.idTextStart[value + 1] ?? 0)}`
  }

  name(row: number): string {
    return this.#names.toString('utf8', this.rows.nameStart[row] ?? 0, this.rows.nameStart[row + 1] ?? 0)
  }

  country(row: number): string {
    const code = this.rows.country[row] ?? 0
    return code === 0 ? '' : String.fromCharCode(code >> 8, code & 255)
  }

  /** Parent unit of a place; -1 for the world and for regions outside the tree. */
  parent(row: number): number {
    const parent = this.rows.parent[row] ?? NONE
    return parent === NONE ? -1 : parent
  }
}

/** Start of the hashes of each prefix, which avoids the cache misses of a binary search for every capitalised word. */
function startsByPrefix(sorted: Uint32Array): Uint32Array {
  const starts = new Uint32Array(2 ** (32 - PREFIX_SHIFT) + 1)
  let row = 0
  for (let prefix = 0; prefix < starts.length; prefix++) {
    while (row < sorted.length && (sorted[row] ?? 0) >>> PREFIX_SHIFT < prefix) row++
    starts[prefix] = row
  }
  return starts
}

/** Not `readFileSync`, whose buffer may begin anywhere: the sections are aligned from the start of theirs. */
function readWhole(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.from(new ArrayBuffer(fstatSync(file).size))
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, bytes.length - at, at)
      if (read === 0) break
      at += read
    }
    return bytes
  } finally {
    closeSync(file)
  }
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function readHeader(bytes: Buffer, path: string): Header {
  const broken = (why: string): EventideError =>
    new EventideError('gazetteer-broken', `The gazetteer ${path} cannot be read (${why}): build it again`)
  if (bytes.length < 12 || bytes.readUInt32LE(0) !== MAGIC) throw broken('unknown first bytes')
  if (bytes.readUInt32LE(4) !== FORMAT) throw broken(`format ${bytes.readUInt32LE(4)}, not ${FORMAT}`)
  const length = bytes.readUInt32LE(8)
  if (12 + length > bytes.length) throw broken('cut short')
  try {
    return JSON.parse(bytes.toString('utf8', 12, 12 + length)) as Header
  } catch {
    throw broken('damaged header')
  }
}

function mapSections(bytes: Buffer, header: Header, path: string): Sections {
  const start = Math.ceil((12 + bytes.readUInt32LE(8)) / 8) * 8
  const sections: Partial<Record<SectionName, ArrayBufferView>> = {}
  for (const name of Object.keys(SECTIONS) as SectionName[]) {
    const section = Object.hasOwn(header.sections, name) ? header.sections[name] : undefined
    if (!section || start + section.offset + section.length > bytes.length)
      throw new EventideError(
        'gazetteer-broken',
        `The gazetteer ${path} has no section ${name}: build it again`,
      )
    const Type = SECTIONS[name]
    sections[name] = new Type(
      bytes.buffer as ArrayBuffer,
      bytes.byteOffset + start + section.offset,
      section.length / Type.BYTES_PER_ELEMENT,
    )
  }
  return sections as Sections
}
