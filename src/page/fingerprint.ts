import type { PageReading } from '../model/page.ts'
import { minHash } from './min-hash.ts'
import { mixBits, resemblance, shinglesOf } from './shingles.ts'

/**
 * Bands of the signature: two texts are compared if all values of one band are equal. With 12 bands of 5
 * values, 96 % of the pairs with a resemblance of 0.75 are compared, 99.1 % at 0.8, all at 0.9, and one in
 * thirty at 0.3.
 */
export const BANDS = 12
const ROWS = 5
/** Minimum resemblance of two copies. Measured in docs/frontier.md. */
const COPY_RESEMBLANCE = 0.75
/** Shorter texts (a headline and a sentence) are copies only when identical. */
const MIN_SHINGLES = 32

/** Identifies the text of a page, whatever its URL. */
export interface Fingerprint {
  /** Integers up to 2^52: pages that share one may be copies. Empty for a page without text. */
  readonly keys: readonly number[]
  readonly shingles: ReadonlySet<number>
}

/** Computed from title and main text: navigation differs from site to site, an agency's story does not. */
export function fingerprintOf(title: string, text: string): Fingerprint {
  const shingles = shinglesOf(`${title}\n${text}`)
  const signature = minHash(shingles)
  const distinct = new Set(shingles)
  if (!signature) return { keys: [], shingles: distinct }
  const keys: number[] = []
  for (let band = 0; band < BANDS; band++) {
    let high = band + 1
    let low = ~band
    for (let row = 0; row < ROWS; row++) {
      const value = signature[band * ROWS + row] as number
      high = mixBits(high ^ value)
      low = mixBits(Math.imul(low, 31) + value)
    }
    keys.push((high & 0xfffff) * 2 ** 32 + low)
  }
  return { keys, shingles: distinct }
}

/** The resemblance of two texts if one is a copy of the other, otherwise null. */
export function copyResemblance(a: Fingerprint, b: Fingerprint): number | null {
  const alike = resemblance(a.shingles, b.shingles)
  const needed = Math.min(a.shingles.size, b.shingles.size) < MIN_SHINGLES ? 1 : COPY_RESEMBLANCE
  return alike >= needed ? alike : null
}

/** Values of a sketch, each of two hexadecimal digits. */
const SKETCH_VALUES = 32
const TWO_DIGITS = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))

/**
 * A page's text as 64 hexadecimal digits, ignoring numbers: enough to tell whether a site shows the same
 * content again (b-bit minwise hashing, Li and König 2010, with eight bits of 32 values). Empty for a page
 * without text.
 */
export function sketchOf(page: Pick<PageReading, 'title' | 'mainText' | 'text'>): string {
  const shingles = shinglesOf(`${page.title}\n${page.mainText || page.text}`, { foldNumbers: true })
  const signature = minHash(shingles)
  if (!signature) return ''
  let digits = ''
  for (let i = 0; i < SKETCH_VALUES; i++) digits += TWO_DIGITS[mixBits(signature[i] as number) & 255]
  return digits
}

/** Estimated resemblance of two pages, 0..1. Two pages without text are identical. */
export function sketchLikeness(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 1 : 0
  let equal = 0
  for (let i = 0; i < SKETCH_VALUES; i++) if (agree(a, b, i)) equal++
  return equal / SKETCH_VALUES
}

/**
 * Share of a page that was on the known pages taken together, 0..1: lists that are filtered and sorted
 * differently contain nothing new.
 */
export function sketchCoverage(sketch: string, known: readonly string[]): number {
  if (sketch === '') return known.includes('') ? 1 : 0
  let covered = 0
  for (let i = 0; i < SKETCH_VALUES; i++)
    if (known.some((one) => one !== '' && agree(sketch, one, i))) covered++
  return covered / SKETCH_VALUES
}

function agree(a: string, b: string, i: number): boolean {
  return a.charCodeAt(2 * i) === b.charCodeAt(2 * i) && a.charCodeAt(2 * i + 1) === b.charCodeAt(2 * i + 1)
}
