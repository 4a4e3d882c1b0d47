const LETTERS = /[\p{L}\p{M}\p{N}]/u

const INNER = 1
const OUTER = 2
/** Whether each UTF-16 unit is a letter, a mark or a digit; 0 if not known yet. */
const kinds = new Uint8Array(0x10000)

function kindOf(unit: number): number {
  const kind = LETTERS.test(String.fromCharCode(unit)) ? INNER : OUTER
  kinds[unit] = kind
  return kind
}

/**
 * Calls `visit` with the start and end of every run of letters, marks and digits: the matches of `/[\p{L}\p{M}\p{N}]+/gu` in a fraction
 * of the time, because no match objects are created.
 */
export function eachLetterRun(text: string, visit: (from: number, to: number) => void): void {
  let start = -1
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    let kind = kinds[unit] || kindOf(unit)
    let size = 1
    // Half of a pair is no letter by itself.
    if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      kind = LETTERS.test(text.slice(at, at + 2)) ? INNER : OUTER
      size = 2
    }
    if (kind === INNER) {
      if (start < 0) start = at
    } else if (start >= 0) {
      visit(start, at)
      start = -1
    }
    at += size - 1
  }
  if (start >= 0) visit(start, text.length)
}
