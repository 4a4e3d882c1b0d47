// All of `\s` but the plain space, and Unicode's controls: they come from broken encodings and would split words otherwise unseen.
// Written out: without properties of Unicode the expressions need no flag that has them read code points.
const UNUSUAL =
  '\\u0000-\\u001f\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
/** Runs that are not one plain space already; those are nearly all there are. */
const RUNS = new RegExp(`[${UNUSUAL}][ ${UNUSUAL}]*| [ ${UNUSUAL}]+`, 'g')
/** Soft hyphens only say where a line may break: words must match without them. */
const SOFT_HYPHENS = /\u00ad/g
/** Most text between two tags has nothing to fold. */
const UNFOLDED = new RegExp(`[${UNUSUAL}\\u00ad]| {2}`)

/** White space runs become one space each; the ends are kept, since inline markup may cut inside a sentence. */
export function fold(text: string): string {
  if (!UNFOLDED.test(text)) return text
  const folded = text.replace(RUNS, ' ')
  return folded.includes('\u00ad') ? folded.replace(SOFT_HYPHENS, '') : folded
}

/** A folded phrase of at most `limit` characters. */
export function phrase(text: string, limit: number): string {
  const short = text.length > limit * 8 ? text.slice(0, limit * 8) : text
  return clip(fold(short).trim(), 0, limit).trim()
}

/** `text.slice(start, end)` that never cuts a surrogate pair in two. */
export function clip(text: string, start: number, end: number): string {
  let from = Math.max(0, start)
  let to = Math.min(text.length, end)
  if (from > 0 && isTrailing(text.charCodeAt(from)) && isLeading(text.charCodeAt(from - 1))) from++
  if (to > 0 && isLeading(text.charCodeAt(to - 1)) && isTrailing(text.charCodeAt(to))) to--
  return text.slice(from, to)
}

const isLeading = (code: number): boolean => code >= 0xd800 && code < 0xdc00
const isTrailing = (code: number): boolean => code >= 0xdc00 && code < 0xe000
