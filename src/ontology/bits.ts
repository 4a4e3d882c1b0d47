/** A set of small integers. Sets that are compared have the same length. */
export type Bits = Uint32Array

export function emptyBits(size: number): Bits {
  return new Uint32Array(Math.ceil(size / 32))
}

export function fullBits(size: number): Bits {
  const bits = emptyBits(size)
  for (let i = 0; i < size; i++) addBit(bits, i)
  return bits
}

export function addBit(bits: Bits, i: number): void {
  bits[i >>> 5] = (bits[i >>> 5] ?? 0) | (1 << (i & 31))
}

export function hasBit(bits: Bits, i: number): boolean {
  return ((bits[i >>> 5] ?? 0) & (1 << (i & 31))) !== 0
}

export function intersection(a: Bits, b: Bits): Bits {
  const both = new Uint32Array(a.length)
  for (let i = 0; i < a.length; i++) both[i] = (a[i] ?? 0) & (b[i] ?? 0)
  return both
}

export function isSubset(a: Bits, b: Bits): boolean {
  for (let i = 0; i < a.length; i++) if (((a[i] ?? 0) & ~(b[i] ?? 0)) !== 0) return false
  return true
}

export function isEqual(a: Bits, b: Bits): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

export function bitsIn(bits: Bits): number[] {
  const found: number[] = []
  for (const [word, value] of bits.entries()) {
    for (let left = value; left !== 0; left &= left - 1) found.push(word * 32 + 31 - Math.clz32(left & -left))
  }
  return found
}

export function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** A hash: equal sets have equal values, different ones rarely do. */
export function hashBits(bits: Bits): number {
  let hash = 0x811c9dc5
  for (const word of bits) {
    hash = Math.imul(hash ^ word, 0x01000193)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}

/**
 * Order: larger sets first; of sets of the same size, the one with the smallest element that the other does
 * not contain.
 */
export function compareBits(a: Bits, b: Bits): number {
  let [sizeA, sizeB, first] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [wordA, wordB] = [a[i] ?? 0, b[i] ?? 0]
    sizeA += countBits(wordA)
    sizeB += countBits(wordB)
    const different = wordA ^ wordB
    if (first === 0 && different !== 0) first = (wordA & different & -different) !== 0 ? -1 : 1
  }
  return sizeB - sizeA || first
}
