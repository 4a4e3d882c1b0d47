import { rulesOf } from './languages.ts'
import { unify } from './spelling.ts'
import { isLetter, isWordCharacter } from './tokens.ts'

/** Role of a character in a word, independent of its neighbours. */
export const KIND = {
  /** Not classified yet. */
  unknown: 0,
  letter: 1,
  /** Digits and other word characters that cannot start an abbreviation. */
  sign: 2,
  apostrophe: 3,
  dot: 4,
  /** Soft hyphens and joiners, which are ignored. */
  nothing: 5,
  separator: 6,
  /** The role depends on the neighbours. */
  other: 7,
} as const

/** Latin, Greek, Cyrillic and Armenian; then punctuation, currencies, arrows and symbols. */
const LETTERS_END = 0x590
const SYMBOLS_START = 0x2000
const SYMBOLS_END = 0x2c00

const kinds = new Uint8Array(0x10000)

/** Form of a letter or sign after `unify`; 0 for every other character and for those not classified yet. */
export const UNIFIED = new Uint16Array(0x10000)

export function kindOfUnit(unit: number): number {
  return kinds[unit] || classified(unit)
}

function classified(unit: number): number {
  const spelt = unify(String.fromCharCode(unit), 'en', rulesOf('en'))
  const kind = kindOfSpelling(unit, spelt)
  kinds[unit] = kind
  if (kind <= KIND.sign) UNIFIED[unit] = spelt.charCodeAt(0)
  return kind
}

const MARK = /\p{M}/u
const ANY_SIGN = /[\p{L}\p{M}\p{N}'.]/u
/** Its lower-case form differs at the end of a word. */
const SIGMA = 0x3a3

function kindOfSpelling(unit: number, spelt: string): number {
  // Marks, digits of other scripts and unspaced scripts: each may combine with adjacent characters.
  if ((unit >= LETTERS_END && unit < SYMBOLS_START) || unit >= SYMBOLS_END) return KIND.other
  if (unit === SIGMA) return KIND.other
  if (MARK.test(String.fromCharCode(unit)) || MARK.test(spelt)) return KIND.other
  if (spelt === '') return KIND.nothing
  if (spelt === "'") return KIND.apostrophe
  if (spelt === '.') return KIND.dot
  // An ellipsis becomes three dots, none of which is between two letters.
  if (!ANY_SIGN.test(spelt) || /^\.{2,}$/.test(spelt)) return KIND.separator
  if (spelt.length > 1) return KIND.other
  if (isLetter(spelt)) return KIND.letter
  return isWordCharacter(spelt) ? KIND.sign : KIND.other
}
