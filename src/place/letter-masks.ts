import type { GazetteerFile } from './gazetteer-file.ts'

const known = new WeakMap<GazetteerFile, Uint32Array>()

/** The letters of each name key as bits: a cheap filter before counting edits. */
export function letterMasks(file: GazetteerFile): Uint32Array {
  const there = known.get(file)
  if (there) return there
  const { keyStart, keys } = file.rows
  const masks = new Uint32Array(Math.max(0, keyStart.length - 1))
  for (let row = 0; row < masks.length; row++)
    masks[row] = maskOf(keys, keyStart[row] ?? 0, keyStart[row + 1] ?? 0)
  known.set(file, masks)
  return masks
}

/** The letters of a byte range as bits; bytes that differ by 32, such as upper and lower case, share a bit. */
export function maskOf(bytes: Uint8Array, start: number, end: number): number {
  let mask = 0
  for (let i = start; i < end; i++) mask |= 1 << ((bytes[i] ?? 0) & 31)
  return mask >>> 0
}

export function bitsIn(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
