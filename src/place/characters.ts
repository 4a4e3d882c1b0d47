/** Character classes of the tokeniser; a UTF-16 unit may have several bits. */
export const WORD = 1
export const UPPER = 2
export const LOWER = 4
/** Han and kana: names are matched as substrings because there are no spaces. */
const IDEOGRAPH = 8
/** Thai, Lao, Khmer, Burmese: written without spaces too. */
const UNSPACED = 16
/** Written with spaces, but case particles are attached to the word. */
const HANGUL = 32
export const DIGIT = 64

/** Names in these scripts are looked up letter by letter, not word by word. */
export const BY_LETTER = IDEOGRAPH | UNSPACED | HANGUL

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[\p{L}\p{M}\p{Nd}]+/gu, WORD],
  [/[\p{Lu}\p{Lt}]+/gu, UPPER],
  [/\p{Ll}+/gu, LOWER],
  // Script extensions include the long-vowel and voicing marks, whose script property is Common.
  [/[\p{Script=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]+/gu, IDEOGRAPH],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu, UNSPACED],
  [/\p{Script=Hangul}+/gu, HANGUL],
  [/\p{Nd}+/gu, DIGIT],
]

/** Class bits of every UTF-16 unit. Surrogates count as separators: no place name in use needs them. */
export const CHARACTERS: Uint8Array = classify()

/** Matches runs in a string of all units: a few milliseconds, against a hundred for separate tests. */
function classify(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const units = new Uint16Array(0x10000).map((_, code) => (code >= 0xd800 && code <= 0xdfff ? 0 : code))
  const all = new TextDecoder('utf-16le').decode(units)
  for (const [pattern, bit] of CLASSES)
    for (const run of all.matchAll(pattern))
      for (let code = run.index; code < run.index + run[0].length; code++)
        table[code] = (table[code] ?? 0) | bit
  for (let code = 0; code < table.length; code++) if (!((table[code] ?? 0) & WORD)) table[code] = 0
  return table
}
