import { normalized } from '../text/normalized.ts'

/** Most names consist of Latin letters and single spaces: only case must be folded. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Equal for names that differ only in case, width, accents or spaces. */
export function foldName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase()
  return normalized(name, 'NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()
}

const INNER = /[\p{L}\p{N}]/u
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Whether the name contains the given words, whole and adjacent: `aquino` in `benigno aquino iii`. Both must be folded. */
export function containsName(name: string, words: string): boolean {
  if (words === '') return false
  for (let at = name.indexOf(words); at >= 0; at = name.indexOf(words, at + 1)) {
    const before = name.charAt(at - 1)
    const after = name.charAt(at + words.length)
    if (WITHOUT_SPACES.test(words) || !(INNER.test(before) || INNER.test(after))) return true
  }
  return false
}
