const LETTERS = 4
const LETTER_BITS = 5
const LETTER = 0x1f
const LAST_ASCII = 0x7f
const WINDOW = 0xfffff
const TABLE_BITS = 13

/**
 * Tests whether a text may contain one of the roots (lower case, at least three letters), ignoring case. It compares the first four
 * letters with one table lookup per letter, so false positives occur, and any non-ASCII letter is a match.
 */
export function createRootFinder(roots: readonly string[]): (text: string) => boolean {
  const table = new Uint8Array(1 << TABLE_BITS)
  for (const root of roots) {
    const codes = [...root.slice(0, LETTERS)].map((letter) => letter.charCodeAt(0))
    if (codes.some((code) => code > LAST_ASCII)) continue
    const start = codes.reduce(shifted, 0)
    if (root.length >= LETTERS) table[slotOf(start)] = 1
    else for (let next = 0; next <= LETTER; next++) table[slotOf(shifted(start, next))] = 1
  }
  return (text) => {
    let seen = 0
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > LAST_ASCII) return true
      seen = shifted(seen, code)
      if (table[slotOf(seen)] !== 0) return true
    }
    // The text may end with a three-letter root.
    return table[slotOf(shifted(seen, 0))] !== 0
  }
}

/** The last four letters of a text as one number, ignoring case. */
function shifted(seen: number, code: number): number {
  return ((seen << LETTER_BITS) | (code & LETTER)) & WINDOW
}

function slotOf(window: number): number {
  return Math.imul(window, 0x9e3779b1) >>> (32 - TABLE_BITS)
}
