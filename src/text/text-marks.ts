/** Contains a character other than white space. */
export const WORDS = 1
/** Contains a digit of any script, or the Han or Korean character for year: every date has one. */
export const DIGITS = 2
/** Contains white space or a control character. */
export const BLANK = 4
const SPACE = 8
/** Contains soft hyphens, or white space other than single plain spaces. */
export const NEEDS_FOLDING = 16
/** The first character is blank. */
export const BLANK_FIRST = 32
/** Contains `<` or `&`, where markup starts. */
export const STOP = 128

/** Properties of a stretch of text, as bits. */
export function marksOf(units: Uint16Array, start: number, end: number): number {
  if (start >= end) return 0
  let marks = (MARKS_OF[units[start] as number] as number) & BLANK ? BLANK_FIRST : 0
  let before = 0
  for (let at = start; at < end; at++) {
    const own = MARKS_OF[units[at] as number] as number
    marks |= joined(before, own)
    before = own
  }
  return marks
}

export function marksOfText(text: string): number {
  let marks = (MARKS_OF[text.charCodeAt(0)] ?? 0) & BLANK ? BLANK_FIRST : 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const own = MARKS_OF[text.charCodeAt(at)] as number
    marks |= joined(before, own)
    before = own
  }
  return marks
}

/** Marks that a character adds after another: a second space must be folded. */
export function joined(before: number, own: number): number {
  return own | ((before & own & SPACE) << 1)
}

function describeUnits(): Uint8Array {
  const marks = new Uint8Array(0x10000).fill(WORDS)
  const mark = (first: number, last: number, bits: number) => marks.fill(bits, first, last + 1)
  // Control characters come from broken encodings. They are folded like white space.
  mark(0x00, 0x1f, WORDS | BLANK | NEEDS_FOLDING)
  mark(0x7f, 0x9f, WORDS | BLANK | NEEDS_FOLDING)
  mark(0xad, 0xad, WORDS | NEEDS_FOLDING)
  for (const [first, last] of WHITE_SPACE) mark(first, last, BLANK | NEEDS_FOLDING)
  mark(0x20, 0x20, BLANK | SPACE)
  for (const zero of ZEROS) mark(zero, zero + 9, WORDS | DIGITS)
  for (const sign of '年년') mark(sign.charCodeAt(0), sign.charCodeAt(0), WORDS | DIGITS)
  for (const sign of '<&') mark(sign.charCodeAt(0), sign.charCodeAt(0), WORDS | STOP)
  return marks
}

/** What `\s` matches, except the plain space. */
const WHITE_SPACE = [
  [0x09, 0x0d],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
] as const

/** Zeros of the digits used in dates: European, Arabic, Persian, Devanagari, Bengali, Thai and full-width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const

/** Marks of every UTF-16 code unit: one pass over a text replaces half a dozen searches. */
export const MARKS_OF: Uint8Array = describeUnits()
