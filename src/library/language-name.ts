import { memoize } from '../cache/memo.ts'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** English name of a language: `Chinese` for `zh`; the code itself if it is unknown. */
export const languageName = memoize(1_000, (code) => {
  if (code === 'und') return 'unknown'
  try {
    return NAMES.of(code) ?? code
  } catch {
    return code
  }
})
