/** Latin letters and single spaces, as most names are: nothing to fold but case. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Equal for names that differ in case, width, accents or spaces only. */
export function foldName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase()
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()
}

const INNER = /[\p{L}\p{N}]/u
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Whether the words stand in the name, beside each other and whole: `aquino` in `benigno aquino iii`. Both are folded. */
export function namesPerson(name: string, words: string): boolean {
  if (words === '') return false
  for (let at = name.indexOf(words); at >= 0; at = name.indexOf(words, at + 1)) {
    const before = name.charAt(at - 1)
    const after = name.charAt(at + words.length)
    if (WITHOUT_SPACES.test(words) || !(INNER.test(before) || INNER.test(after))) return true
  }
  return false
}
