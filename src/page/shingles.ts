import { unitsOf } from '../text/text-units.ts'

/** Words or signs read of a text: sixty printed pages. What follows adds time, not certainty. */
const MAX_TOKENS = 20_000
/** Words in a shingle: four in a row are hardly ever shared by texts that were written apart (Broder 1997 used the same order). */
const WORDS = 4
/** Signs in a shingle where scripts put no spaces: about as much as four words. */
const SIGNS = 7

const LETTER = /[\p{L}\p{N}\p{M}]/u
const UNSEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const [UNKNOWN, GAP, WORD, SIGN] = [0, 1, 2, 3] as const
/** What each UTF-16 unit is, found out when it is first met. */
const classes = new Uint8Array(0x10000)

/** The tokens of the text being read: room for the most there can be, taken once and not for every page. */
const tokens = new Int32Array(MAX_TOKENS)

/** Stands for any number where numbers do not count. */
const ANY_NUMBER = 0x9e3779b9 | 0

export interface ShingleOptions {
  /** All numbers are one: pages that a machine fills with dates and counters then look alike. Default: false. */
  readonly foldNumbers?: boolean
}

/**
 * The shingles of a text as 32-bit hashes, in order: runs of four words, or of seven signs where most of the text is in a script
 * without spaces. Case, width, punctuation and white space do not count. Time and memory are bounded for any text.
 */
export function shinglesOf(text: string, options: ShingleOptions = {}): Uint32Array {
  const { count, signs } = readTokens(text, options.foldNumbers === true)
  // A text shorter than a shingle is one.
  const width = Math.min(signs * 2 > count ? SIGNS : WORDS, count)
  const shingles = new Uint32Array(count === 0 ? 0 : count - width + 1)
  for (let i = 0; i < shingles.length; i++) {
    let hash = width
    for (let j = i; j < i + width; j++)
      hash = (Math.imul(hash ^ (tokens[j] as number), 0x01000193) + j - i) | 0
    shingles[i] = mixed(hash)
  }
  return shingles
}

/** Broder's resemblance: shared shingles among all of both, 0..1; 0 when either text is empty. */
export function resemblance(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const shingle of small) if (large.has(shingle)) shared++
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

/** The finaliser of MurmurHash3: every bit of the input reaches every bit of the output. */
export function mixed(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Fills `tokens` and says how many they are, and how many of them single signs. */
function readTokens(text: string, foldNumbers: boolean): Tokens {
  // Six letters to a word: no more than this can be needed, however long the text.
  const read = text.slice(0, MAX_TOKENS * 12)
  return readPlain(unitsOf(read), foldNumbers) ?? readFolded(folded(read), foldNumbers)
}

interface Tokens {
  readonly count: number
  readonly signs: number
}

/** Compatible signs are one, and so are large and small letters. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/**
 * The words of a text in which every character is folded by itself, as in nearly all pages in Latin, Greek and Cyrillic letters: without
 * the two copies of it that folding makes. Null when a character is met whose meaning depends on others.
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

/** The hash of a word with one more letter; whole numbers of 32 bits throughout, which a processor is fast with. */
function withLetter(word: number, code: number): number {
  return (Math.imul(word ^ code, 0x01000193) + 0x811c9dc5) | 0
}

/** What each UTF-16 unit is when it stands by itself: the folded letter or digit, or one of those above. 0: not asked yet. */
const plain = new Uint16Array(0x10000)
const [LAST_LETTER, PLAIN_GAP, PLAIN_OTHER] = [0xfffd, 0xfffe, 0xffff]

/** Latin, and after the marks Greek and Cyrillic; then punctuation, currencies and symbols. */
const PLAIN_RANGES = [
  [0, 0x24f],
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x2000, 0x20cf],
  [0x2100, 0x23ff],
] as const
/** At the end of a word it has another small letter. */
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
  // Half of a pair: most of what lies beyond the basic plane are Han signs.
  const surrogate = code >= 0xd800 && code <= 0xdfff
  const kind = surrogate || UNSEGMENTED.test(character) ? SIGN : LETTER.test(character) ? WORD : GAP
  classes[code] = kind
  return kind
}
