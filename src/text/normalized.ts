type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD'

/**
 * Maximum growth of a long text. Decomposed, a Hangul syllable becomes three characters; composed text hardly grows. A few Arabic ligatures
 * become up to 18 characters, and a page of them would be a text of 18 times its size.
 */
const MAX_GROWTH = { NFC: 2, NFD: 4, NFKC: 2, NFKD: 4 }
const LONG_TEXT = 4_000

/** UAX #15, D4: no word of any language has more consecutive non-starters. */
const MAX_MARKS = 30

/** Every character with a combining class is a mark; the two others become one in the compatibility forms. */
const MARK = /[\p{M}\uff9e\uff9f]/u
const MARK_RUN = /[\p{M}\uff9e\uff9f]{31,}/gu

/** 1 for each code unit that may be a mark or half of one. */
let markUnits: Uint8Array | undefined

/**
 * The Unicode normalisation form of a text in linear time: of a run of combining marks only the first 30 are kept. Normalisation sorts
 * each run by insertion, so that one page of marks would take hours, in native code that cannot be interrupted. A long text that grows beyond
 * any language is cut there.
 */
export function normalized(text: string, form: Form): string {
  const whole = capMarks(text).normalize(form)
  const limit = Math.max(LONG_TEXT, text.length * MAX_GROWTH[form])
  return whole.length > limit ? whole.slice(0, limit) : whole
}

function capMarks(text: string): string {
  if (text.length <= MAX_MARKS) return text
  markUnits ??= findMarkUnits()
  // A run that is too long covers at least one of these positions.
  for (let i = MAX_MARKS; i < text.length; i += MAX_MARKS + 1) {
    if (markUnits[text.charCodeAt(i)] === 1 && isLongRun(text, i, markUnits))
      return text.replace(MARK_RUN, firstMarks)
  }
  return text
}

/** Whether more than 30 code units around this one may be marks. */
function isLongRun(text: string, at: number, units: Uint8Array): boolean {
  let start = at
  while (start > 0 && at - start <= MAX_MARKS && units[text.charCodeAt(start - 1)] === 1) start--
  let end = at + 1
  while (end < text.length && end - start <= MAX_MARKS && units[text.charCodeAt(end)] === 1) end++
  return end - start > MAX_MARKS
}

function firstMarks(run: string): string {
  let end = 0
  for (let marks = 0; marks < MAX_MARKS; marks++) end += (run.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return run.slice(0, end)
}

function findMarkUnits(): Uint8Array {
  const units = new Uint8Array(0x10000)
  for (let unit = 0x300; unit < units.length; unit++) {
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
    if (isSurrogate || MARK.test(String.fromCharCode(unit))) units[unit] = 1
  }
  return units
}
