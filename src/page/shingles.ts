import { normalized } from '../text/normalized.ts'
import { unitsOf } from '../text/text-units.ts'

/** Words or characters read of a text: sixty printed pages. More would add time, not accuracy. */
const MAX_TOKENS = 20_000
/**
 * Words in a shingle: four in a row are hardly ever shared by texts written independently (Broder 1997 used
 * the same number).
 */
const WORDS = 4
/** Characters in a shingle of an unspaced script: about as much information as four words. */
const SIGNS = 7

const LETTER = /[\p{L}\p{N}\p{M}]/u
const UNSEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const [UNKNOWN, GAP, WORD, SIGN] = [0, 1, 2, 3] as const
/** The class of each UTF-16 unit, determined on first use. */
const classes = new Uint8Array(0x10000)

/** The tokens of the current text: allocated once with the maximum size, not for every page. */
const tokens = new Int32Array(MAX_TOKENS)

/** Represents any number when numbers are folded. */
const ANY_NUMBER = 0x9e3779b9 | 0

export interface ShingleOptions {
  /**
   * Treat all numbers as equal, so that generated pages that differ in dates and counters are alike. Default:
   * false.
   */
  readonly foldNumbers?: boolean
}

/**
 * The shingles of a text as 32-bit hashes, in order: runs of four words, or of seven characters where most of
 * the text is in an unspaced script. Case, width, punctuation and white space are ignored. Time and memory
 * are bounded for any text.
 */
export function shinglesOf(text: string, options: ShingleOptions = {}): Uint32Array {
  const { count, signs } = readTokens(text, options.foldNumbers === true)
  // A text shorter than a shingle is a single shingle.
  const width = Math.min(signs * 2 > count ? SIGNS : WORDS, count)
  const shingles = new Uint32Array(count === 0 ? 0 : count - width + 1)
  for (let i = 0; i < shingles.length; i++) {
    let hash = width
    for (let j = i; j < i + width; j++)
      hash = (Math.imul(hash ^ (tokens[j] as number), 0x01000193) + j - i) | 0
    shingles[i] = mixBits(hash)
  }
  return shingles
}

/**
 * Broder's resemblance: the number of common shingles divided by that of all shingles of both, 0..1; 0 if
 * either text is empty.
 */
export function resemblance(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const shingle of small) if (large.has(shingle)) shared++
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

/** The finaliser of MurmurHash3: every bit of the input reaches every bit of the output. */
export function mixBits(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Fills `tokens`; returns their number, and how many of them are single characters. */
function readTokens(text: string, foldNumbers: boolean): Tokens {
  // Six characters per word: a longer text is not needed for the maximum number of tokens.
  const read = text.slice(0, MAX_TOKENS * 12)
  return readPlain(unitsOf(read), foldNumbers) ?? readFolded(folded(read), foldNumbers)
}

interface Tokens {
  readonly count: number
  readonly signs: number
}

/** Folds compatibility forms and case. */
function folded(text: string): string {
  return normalized(text, 'NFKC').toLowerCase()
}

/**
 * Reads a text in which every character can be folded by itself, as on nearly all pages in Latin, Greek and
 * Cyrillic script, without the two copies that folding makes. Null if the folding of a character depends on
 * others.
 */
function readPlain(units: Uint16Array, foldNumbers: boolean): Tokens | null {
  let count = 0
  let word = NO_WORD
  let inside = false
  let number = false
  for (let i = 0; i < units.length && count < MAX_TOKENS; i++) {
    const unit = units[i] as number
    const letter = plain[unit] || plainOf(unit)
    if (letter <= LAST_LETTER) {
      const digit = letter >= 48 && letter <= 57
      number = inside ? number && digit : digit
      word = withLetter(word, letter)
      inside = true
    } else if (letter === PLAIN_OTHER) {
      return null
    } else if (inside) {
      tokens[count++] = number && foldNumbers ? ANY_NUMBER : word
      word = NO_WORD
      inside = false
    }
  }
  if (inside && count < MAX_TOKENS) tokens[count++] = number && foldNumbers ? ANY_NUMBER : word
  return { count, signs: 0 }
}

const NO_WORD = 0

/** The hash of a word with one more letter, in 32-bit integers throughout, which are fast. */
function withLetter(word: number, code: number): number {
  return (Math.imul(word ^ code, 0x01000193) + 0x811c9dc5) | 0
}

/** The folded letter or digit of each UTF-16 unit, or one of the values above. 0: not determined yet. */
const plain = new Uint16Array(0x10000)
const [LAST_LETTER, PLAIN_GAP, PLAIN_OTHER] = [0xfffd, 0xfffe, 0xffff]

/** Latin, and after the combining marks Greek and Cyrillic; then punctuation, currencies and symbols. */
const PLAIN_RANGES = [
  [0, 0x24f],
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x2000, 0x20cf],
  [0x2100, 0x23ff],
] as const
/** Its lower-case form differs at the end of a word. */
const SIGMA = 0x3a3

function plainOf(unit: number): number {
  const inRange = PLAIN_RANGES.some(([first, last]) => unit >= first && unit <= last)
  const kind = inRange && unit !== SIGMA ? plainKind(folded(String.fromCharCode(unit))) : PLAIN_OTHER
  plain[unit] = kind
  return kind
}

function plainKind(spelt: string): number {
  for (let i = 0; i < spelt.length; i++) {
    const code = spelt.charCodeAt(i)
    const kind = classOf(code)
    if (kind === WORD && spelt.length === 1) return code
    if (kind !== GAP) return PLAIN_OTHER
  }
  return PLAIN_GAP
}

function readFolded(text: string, foldNumbers: boolean): Tokens {
  let count = 0
  let signs = 0
  let word = NO_WORD
  let inside = false
  let number = false
  const end = () => {
    if (inside && count < MAX_TOKENS) tokens[count++] = number && foldNumbers ? ANY_NUMBER : word
    word = NO_WORD
    inside = false
  }
  for (let i = 0; i < text.length && count < MAX_TOKENS; i++) {
    const code = text.charCodeAt(i)
    const kind = classOf(code)
    if (kind === WORD) {
      const digit = code >= 48 && code <= 57
      number = inside ? number && digit : digit
      word = withLetter(word, code)
      inside = true
      continue
    }
    end()
    if (kind === SIGN && count < MAX_TOKENS) {
      tokens[count++] = Math.imul(code, 0x01000193) + 1
      signs++
    }
  }
  end()
  return { count, signs }
}

function classOf(code: number): number {
  const known = classes[code] as number
  if (known !== UNKNOWN) return known
  const character = String.fromCharCode(code)
  // Half of a surrogate pair: most characters beyond the basic plane are Han characters.
  const surrogate = code >= 0xd800 && code <= 0xdfff
  const kind = surrogate || UNSEGMENTED.test(character) ? SIGN : LETTER.test(character) ? WORD : GAP
  classes[code] = kind
  return kind
}
