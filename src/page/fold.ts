// All of `\s` except the plain space, and Unicode's control characters: they come from broken encodings and
// would split words invisibly. Written out as ranges: with Unicode property escapes the expressions would
// need the slower `u` flag.
const UNUSUAL =
  '\\u0000-\\u001f\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
/** Runs other than one plain space, which is by far the most frequent. */
const RUNS = new RegExp(`[${UNUSUAL}][ ${UNUSUAL}]*| [ ${UNUSUAL}]+`, 'g')
/** Soft hyphens only mark where a line may break: words must match without them. */
const SOFT_HYPHENS = /\u00ad/g
/** Most text between two tags has nothing to fold. */
const NEEDS_FOLDING = new RegExp(`[${UNUSUAL}\\u00ad]| {2}`)

/**
 * Replaces each run of white space by one space. Leading and trailing spaces are kept, since inline markup
 * may split a sentence.
 */
export function fold(text: string): string {
  if (!NEEDS_FOLDING.test(text)) return text
  const folded = text.replace(RUNS, ' ')
  return folded.includes('\u00ad') ? folded.replace(SOFT_HYPHENS, '') : folded
}

/** A folded phrase of at most `limit` characters. */
export function phrase(text: string, limit: number): string {
  const short = text.length > limit * 8 ? text.slice(0, limit * 8) : text
  return clip(fold(short).trim(), 0, limit).trim()
}

/** `text.slice(start, end)` that never splits a surrogate pair. */
export function clip(text: string, start: number, end: number): string {
  let from = Math.max(0, start)
  let to = Math.min(text.length, end)
  if (from > 0 && isTrailing(text.charCodeAt(from)) && isLeading(text.charCodeAt(from - 1))) from++
  if (to > 0 && isLeading(text.charCodeAt(to - 1)) && isTrailing(text.charCodeAt(to))) to--
  return text.slice(from, to)
}

const isLeading = (code: number): boolean => code >= 0xd800 && code < 0xdc00
const isTrailing = (code: number): boolean => code >= 0xdc00 && code < 0xe000
