import { BY_LETTER, CHARACTERS, DIGIT, LOWER, UPPER, WORD } from './characters.ts'
import { isApostrophe, wordEnd } from './name-key.ts'

/** Bits of a word. */
export const CAPITAL = 1
export const ALL_CAPS = 2
export const NUMBER = 4
/** A script without upper and lower case, but with spaces: Arabic, Hebrew, Devanagari. */
export const CASELESS = 8
/** A run of a script in which names are looked up letter by letter. */
export const RUN = 16

/** Bits of what stands between a word and the one before it. */
export const SENTENCE = 1
export const COMMA = 2
export const HYPHEN = 4
export const DOT = 8
/** Anything but spaces, a comma, a hyphen or a dot. */
export const OTHER = 16
export const SPACE = 32
export const DASH = 64
/** Between an elided article and its noun. */
export const APOSTROPHE = 128

/** The words of a text as columns: `gap[i]` describes what precedes word `i`. */
export interface Tokens {
  readonly count: number
  readonly start: Int32Array
  readonly end: Int32Array
  readonly bits: Uint8Array
  readonly gap: Uint8Array
}

/** One pass, linear in the length of the text. */
export function tokenise(text: string): Tokens {
  const most = Math.ceil(text.length / 2) + 1
  const start = new Int32Array(most)
  const end = new Int32Array(most)
  const bits = new Uint8Array(most)
  const gap = new Uint8Array(most)
  let count = 0
  let between = SENTENCE
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i)
    if (!((CHARACTERS[code] ?? 0) & WORD)) {
      between |= gapBits(code, between)
      i++
      continue
    }
    const stop = wordEnd(text, i)
    start[count] = i
    end[count] = stop
    bits[count] = wordBits(text, i, stop)
    gap[count] = between
    count++
    between = 0
    i = stop
  }
  return { count, start, end, bits, gap }
}

function wordBits(text: string, start: number, end: number): number {
  const first = CHARACTERS[text.charCodeAt(start)] ?? 0
  if (first & BY_LETTER) return RUN
  if (first & DIGIT) return NUMBER
  if (first & LOWER) return 0
  if (!(first & UPPER)) return CASELESS
  let letters = 0
  for (let i = start; i < end; i++) {
    const bits = CHARACTERS[text.charCodeAt(i)] ?? 0
    if (bits & LOWER) return CAPITAL
    if (bits & UPPER) letters++
  }
  return letters > 1 ? CAPITAL | ALL_CAPS : CAPITAL
}

function gapBits(code: number, before: number): number {
  switch (code) {
    case 0x20:
    case 0xa0:
    case 0x09:
      return before & DOT ? SPACE | SENTENCE : SPACE
    case 0x0a:
    case 0x0d:
    case 0x2029:
    case 0x3002:
    case 0x21:
    case 0x3f:
      return SENTENCE | OTHER
    case 0x2c:
    case 0xff0c:
    case 0x60c:
      return COMMA
    case 0x2d:
    case 0x2010:
    case 0x2011:
      return before & SPACE ? DASH : before & HYPHEN ? DASH : HYPHEN
    case 0x2e:
      return DOT
    case 0x2013:
    case 0x2014:
    case 0x2015:
      return DASH
    case 0x22:
    case 0x201c:
    case 0xab:
      return OTHER | SENTENCE
    default:
      return isApostrophe(code) ? APOSTROPHE : OTHER
  }
}
