import { mixBits } from './shingles.ts'

/** Values of a signature. The standard error of an estimated resemblance of 0.9 is 0.04, of 0.5 0.06. */
const BINS = 64
const BIN_BITS = 6

/**
 * MinHash in one pass (one permutation hashing, Li, Owen and Zhang 2012): the shingles are assigned to bins,
 * and each bin keeps its smallest value. An empty bin copies the value of another one, chosen by its own
 * number alone (optimal densification, Shrivastava 2017), so that the share of equal bins estimates the share
 * of common shingles. Null for a text without shingles.
 */
export function minHash(shingles: Uint32Array): Uint32Array | null {
  if (shingles.length === 0) return null
  const smallest = new Uint32Array(BINS).fill(EMPTY)
  for (let i = 0; i < shingles.length; i++) {
    const shingle = shingles[i] as number
    const bin = shingle >>> (32 - BIN_BITS)
    const value = shingle & VALUE
    if (value < (smallest[bin] as number)) smallest[bin] = value
  }
  if (!smallest.includes(EMPTY)) return smallest
  return smallest.map((value, bin) => (value === EMPTY ? borrowed(smallest, bin) : value))
}

const VALUE = 2 ** (32 - BIN_BITS) - 1
const EMPTY = 2 ** 32 - 1

function borrowed(smallest: Uint32Array, bin: number): number {
  for (let attempt = 1; ; attempt++) {
    const value = smallest[mixBits(bin * 0x10001 + attempt) & (BINS - 1)] as number
    if (value !== EMPTY) return value
  }
}
