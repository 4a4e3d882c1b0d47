import { normalized } from '../text/normalized.ts'
import { BY_LETTER, CHARACTERS, LOWER, UPPER, WORD } from './characters.ts'

/** Latin letters that Unicode does not decompose. */
export const UNDECOMPOSED: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ə', 'e'],
  ['ħ', 'h'],
])

/** Abbreviations at the start of many names. */
const EXPANDED: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['mt', 'mount'],
  ['ft', 'fort'],
])

/** Longer words are not abbreviations. */
export const MAX_SHORT_LENGTH = 3

/** Folds one word for comparison: lower case, no accents, no apostrophes or dots, `St.` as `saint`. */
export function foldWord(raw: string): string {
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (code > LAST_ASCII || code === 0x27 || code === 0x2e) return expanded(foldLetters(raw))
  }
  return foldPlainWord(raw)
}

/** Like `foldWord`, for a word of ASCII letters and digits. */
export function foldPlainWord(raw: string): string {
  return expanded(raw.toLowerCase())
}

function expanded(word: string): string {
  return word.length > MAX_SHORT_LENGTH ? word : (EXPANDED.get(word) ?? word)
}

const LAST_ASCII = 0x7f
/** End of the European Latin letters, and the range of Cyrillic without its combining marks. */
const LATIN_END = 0x250
const CYRILLIC = 0x400
const CYRILLIC_SIGNS = 0x483
const CYRILLIC_SIGNS_END = 0x48a
const CYRILLIC_END = 0x530

/** Cached folded form of each letter of these scripts. None depends on its neighbours. */
const FOLDED: (string | undefined)[] = new Array<string | undefined>(CYRILLIC_END).fill(undefined)

/** Same result as `foldAccents`, letter by letter where possible. */
function foldLetters(raw: string): string {
  let out = ''
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    const known = code < CYRILLIC_END ? FOLDED[code] : undefined
    if (known !== undefined) out += known
    else if (foldsAlone(code)) {
      const folded = foldAccents(raw.charAt(i))
      FOLDED[code] = folded
      out += folded
    } else if (!isApostrophe(code)) return foldAccents(raw)
  }
  return out
}

function foldsAlone(code: number): boolean {
  if (code < LATIN_END) return true
  return code >= CYRILLIC && code < CYRILLIC_END && (code < CYRILLIC_SIGNS || code >= CYRILLIC_SIGNS_END)
}

/** Folds any word by Unicode decomposition. */
function foldAccents(raw: string): string {
  const bare = normalized(raw, 'NFKD').toLowerCase()
  let out = ''
  for (const character of bare) {
    const code = character.charCodeAt(0)
    if (code >= 0x300 && code <= 0x36f) continue
    if (isApostrophe(code) || !((CHARACTERS[code] ?? 0) & WORD)) continue
    out += UNDECOMPOSED.get(character) ?? character
  }
  return normalized(out, 'NFC')
}

export function isApostrophe(code: number): boolean {
  return (
    code === 0x27 ||
    code === 0x60 ||
    code === 0xb4 ||
    code === 0x2018 ||
    code === 0x2019 ||
    code === 0x2bb ||
    code === 0x2bc ||
    code === 0x2bf ||
    code === 0x2be
  )
}

/**
 * Where the word that starts at `start` ends: letters and digits, an apostrophe between letters (`Xi'an`), and the dots of
 * initials (`U.S.`). Scripts without spaces give one run.
 */
export function wordEnd(text: string, start: number): number {
  let i = start
  let letters = 0
  const unspaced = (CHARACTERS[text.charCodeAt(start)] ?? 0) & BY_LETTER
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const bits = CHARACTERS[code] ?? 0
    if (bits & WORD) {
      if ((bits & BY_LETTER) !== unspaced) break
      letters++
      continue
    }
    const next = CHARACTERS[text.charCodeAt(i + 1)] ?? 0
    if (isApostrophe(code) && next & WORD && letters > 0) {
      if (next & UPPER && isElision(text, start, i)) break
      continue
    }
    if (code === 0x2e && letters === 1) {
      if (next & WORD && !((CHARACTERS[text.charCodeAt(i + 2)] ?? 0) & WORD)) {
        letters = 0
        continue
      }
      if (i - start > 1) i++
    }
    break
  }
  return i
}

/** `d'Ivoire`, `l'Iran`: a few lower-case letters that form a separate word before a capital. */
function isElision(text: string, start: number, apostrophe: number): boolean {
  if (apostrophe - start > MAX_ELISION_LENGTH) return false
  for (let i = start; i < apostrophe; i++) if (!((CHARACTERS[text.charCodeAt(i)] ?? 0) & LOWER)) return false
  return true
}

/** The Italian `dell'`, `nell'`. */
const MAX_ELISION_LENGTH = 4

/** Lookup key of a name: folded words joined by single spaces. */
export function nameKey(name: string): string {
  let key = ''
  for (let i = 0; i < name.length; ) {
    if (!((CHARACTERS[name.charCodeAt(i)] ?? 0) & WORD)) {
      i++
      continue
    }
    const end = wordEnd(name, i)
    const word = foldWord(name.slice(i, end))
    if (word) key = key ? `${key} ${word}` : word
    i = end
  }
  return key
}

/** Possible key prefixes of an incomplete name: `St` may become Stockholm or St. Petersburg. */
export function typedKeys(typed: string): string[] {
  const key = nameKey(typed)
  const written = typed.trimEnd().toLowerCase()
  for (const [short, whole] of EXPANDED)
    if (key.endsWith(whole) && written.endsWith(short) && !written.endsWith(whole))
      return [key, key.slice(0, key.length - whole.length) + short]
  return key ? [key] : []
}

/** The hash of an empty key. */
export const EMPTY_HASH = 0x811c9dc5
const PRIME = 0x01000193
/** Bit that distinguishes lower-case from upper-case ASCII letters; set in digits too. */
const SMALL = 0x20

/** FNV-1a over UTF-16 units. Pass `hash` to extend the hash of a shorter key. */
export function hashKey(key: string, hash = EMPTY_HASH): number {
  let h = hash
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), PRIME)
  return h >>> 0
}

/** `hashKey` of a range of ASCII letters and digits in lower case, without creating a string. */
export function hashCodes(codes: Uint16Array, start: number, end: number, hash: number): number {
  let h = hash
  for (let i = start; i < end; i++) h = Math.imul(h ^ ((codes[i] ?? 0) | SMALL), PRIME)
  return h >>> 0
}
