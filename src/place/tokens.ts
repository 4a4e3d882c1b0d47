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
/** Only ASCII letters and digits. */
export const PLAIN = 32

/** Bits of the gap between a word and the previous one. */
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

/** Initial capacity in words; enough for a long article. */
const ROOM = 2_048
const LAST_ASCII = 0x7f

/** The words of the current text in columns: `gap[i]` describes what precedes word `i`. Buffers are reused for the next text. */
export class Tokens {
  /** UTF-16 units of the text, followed by remains of longer texts. An array is faster to read than a string. */
  codes = new Uint16Array(ROOM)
  count = 0
  start = new Int32Array(ROOM)
  end = new Int32Array(ROOM)
  bits = new Uint8Array(ROOM)
  gap = new Uint8Array(ROOM)

  /** One pass, linear in the length of the text. */
  read(text: string): void {
    this.count = 0
    if (text.length > this.codes.length) this.codes = new Uint16Array(2 * text.length)
    const { codes } = this
    Buffer.from(codes.buffer).write(text, 'utf16le')
    let between = SENTENCE
    for (let i = 0; i < text.length; ) {
      const code = codes[i] ?? 0
      if (!((CHARACTERS[code] ?? 0) & WORD)) {
        between |= gapBits(code, between)
        i++
        continue
      }
      if (this.count === this.start.length) this.#grow()
      const plain = plainEnd(codes, i, text.length)
      const stop = plain < 0 ? wordEnd(text, i) : plain
      this.start[this.count] = i
      this.end[this.count] = stop
      this.bits[this.count] = wordBits(codes, i, stop) | (plain < 0 ? 0 : PLAIN)
      this.gap[this.count] = between
      this.count++
      between = 0
      i = stop
    }
  }

  #grow(): void {
    const grown = <T extends Int32Array | Uint8Array>(column: T, larger: T): T => {
      larger.set(column)
      return larger
    }
    const room = 2 * this.start.length
    this.start = grown(this.start, new Int32Array(room))
    this.end = grown(this.end, new Int32Array(room))
    this.bits = grown(this.bits, new Uint8Array(room))
    this.gap = grown(this.gap, new Uint8Array(room))
  }
}

/** Fast path of `wordEnd` for ASCII words; -1 if `wordEnd` must be called. */
function plainEnd(codes: Uint16Array, start: number, length: number): number {
  let i = start
  while (i < length) {
    const code = codes[i] ?? 0
    const isWord = ((CHARACTERS[code] ?? 0) & WORD) !== 0
    if (code <= LAST_ASCII && isWord) {
      i++
      continue
    }
    if (isWord || isApostrophe(code) || (code === DOT_SIGN && i - start < 2)) return -1
    break
  }
  return i
}

const DOT_SIGN = 0x2e

function wordBits(codes: Uint16Array, start: number, end: number): number {
  const first = CHARACTERS[codes[start] ?? 0] ?? 0
  if (first & BY_LETTER) return RUN
  if (first & DIGIT) return NUMBER
  if (first & LOWER) return 0
  if (!(first & UPPER)) return CASELESS
  let letters = 0
  for (let i = start; i < end; i++) {
    const bits = CHARACTERS[codes[i] ?? 0] ?? 0
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
