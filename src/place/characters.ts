/** What a UTF-16 unit is to the tokeniser; a unit may carry several bits. */
export const WORD = 1
export const UPPER = 2
export const LOWER = 4
/** Han and kana: names are found as substrings, there are no spaces to go by. */
export const IDEOGRAPH = 8
/** Thai, Lao, Khmer, Burmese: written without spaces too. */
export const UNSPACED = 16
/** Spaced, but case endings are glued to the word. */
export const HANGUL = 32
export const DIGIT = 64

/** Names in these scripts are looked up letter by letter, not word by word. */
export const BY_LETTER = IDEOGRAPH | UNSPACED | HANGUL

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[\p{L}\p{M}\p{Nd}]/u, WORD],
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u, IDEOGRAPH],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u, UNSPACED],
  [/\p{Script=Hangul}/u, HANGUL],
  [/\p{Nd}/u, DIGIT],
]

/** Class bits of every UTF-16 unit. Surrogates count as separators: no place name in use needs them. */
export const CHARACTERS: Uint8Array = classify()

function classify(): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (let code = 0; code < 0x10000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCharCode(code)
    let bits = 0
    for (const [pattern, bit] of CLASSES) if (pattern.test(character)) bits |= bit
    table[code] = bits & WORD || bits & BY_LETTER ? bits : 0
  }
  return table
}
