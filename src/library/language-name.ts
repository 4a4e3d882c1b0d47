import { memoize } from '../cache/memo.ts'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** What a language is called in English: `Chinese` for `zh`; the code itself when it is no language. */
export const languageName = memoize(1_000, (code) => {
  if (code === 'und') return 'unknown'
  try {
    return NAMES.of(code) ?? code
  } catch {
    return code
  }
})
