import { EditCounter } from './edits.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import { bitsIn, letterMasks, maskOf } from './letter-masks.ts'
import { namePrefixes } from './name-prefixes.ts'

/** How a name key matches the query. */
export type MatchKind = 'same' | 'begins' | 'word-begins'

/** Shorter prefixes of later words match too many names. */
const MIN_INSIDE = 3
/** Shorter queries are similar to too many names. */
const MIN_LIKE = 4
const LONG = 7
/** Minimum first byte of characters in unspaced scripts, where a name may start inside another. */
const LEAD_OF_RUN_SCRIPTS = 0xe0

type See = (row: number, likeness: MatchKind) => void

/** Visits every name key that starts with the query. */
export function scanPrefixes(file: GazetteerFile, key: string, see: See): void {
  const bytes = Buffer.from(key)
  const { keyStart, keys } = file.rows
  const [first, second] = bytes
  if (first === undefined) return
  for (const row of namePrefixes(file).rows(first, second)) {
    const start = keyStart[row] ?? 0
    const length = (keyStart[row + 1] ?? 0) - start
    if (length >= bytes.length && beginsAt(keys, start, bytes))
      see(row, length === bytes.length ? 'same' : 'begins')
  }
}

/** Visits every name key in which a later word (any later letter, in unspaced scripts) starts with the query. */
export function scanLaterWords(file: GazetteerFile, key: string, see: See): void {
  const bytes = Buffer.from(key)
  const isRun = (bytes[0] ?? 0) >= LEAD_OF_RUN_SCRIPTS
  if (key.length < (isRun ? 2 : MIN_INSIDE)) return
  const { keyStart, keys } = file.rows
  const all = Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength)
  const needle = isRun ? bytes : Buffer.concat([Buffer.from(' '), bytes])
  for (let at = all.indexOf(needle); at >= 0; at = all.indexOf(needle, at + 1)) {
    const row = rowAt(keyStart, at)
    // Keys are stored without gaps: a match must not span two of them.
    if (at > (keyStart[row] ?? 0) && at + needle.length <= (keyStart[row + 1] ?? 0)) see(row, 'word-begins')
  }
}

/**
 * Visits every name key that starts with something similar to the query. The first letter must match, unless it is swapped
 * with the second: it is rarely mistyped, and this limits the search.
 */
export function scanSimilar(
  file: GazetteerFile,
  key: string,
  see: (row: number, edits: number, whole: boolean) => void,
): void {
  if (key.length < MIN_LIKE) return
  const bytes = Buffer.from(key)
  const { keyStart, keys } = file.rows
  const allowed = key.length < LONG ? 1 : 2
  const counter = new EditCounter(bytes, allowed)
  const masks = letterMasks(file)
  const mask = maskOf(bytes, 0, bytes.length)
  const look = (row: number): void => {
    if (bitsIn(mask & ~(masks[row] ?? 0)) > allowed) return
    const start = keyStart[row] ?? 0
    const end = keyStart[row + 1] ?? 0
    if (end - start < bytes.length - allowed) return
    const edits = counter.beginning(keys, start, end)
    if (edits <= allowed) see(row, edits, Math.abs(end - start - bytes.length) <= edits)
  }
  const [first = 0, second = 0] = bytes
  const heads = namePrefixes(file)
  for (const row of heads.rows(first)) look(row)
  if (second !== first) for (const row of heads.rows(second, first)) look(row)
}

function beginsAt(keys: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let i = 2; i < bytes.length; i++) if (keys[start + i] !== bytes[i]) return false
  return true
}

/** Row of the key that contains the byte. */
function rowAt(keyStart: Uint32Array, byte: number): number {
  let low = 0
  let high = keyStart.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((keyStart[middle] ?? 0) <= byte) low = middle
    else high = middle - 1
  }
  return low
}
