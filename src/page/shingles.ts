/** Words or signs read of a text: sixty printed pages. What follows adds time, not certainty. */
const MOST_TOKENS = 20_000
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
const tokens = new Int32Array(MOST_TOKENS)

/** Stands for any number where numbers do not count. */
const ANY_NUMBER = 0x9e3779b9

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
    for (let j = i; j < i + width; j++) hash = Math.imul(hash ^ (tokens[j] as number), 0x01000193) + j - i
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
function readTokens(text: string, foldNumbers: boolean): { count: number; signs: number } {
  // Six letters to a word: no more than this can be needed, however long the text.
  const folded = text
    .slice(0, MOST_TOKENS * 12)
    .normalize('NFKC')
    .toLowerCase()
  let count = 0
  let signs = 0
  let word = 0
  let number = false
  const end = () => {
    if (word !== 0 && count < tokens.length) tokens[count++] = number && foldNumbers ? ANY_NUMBER : word
    word = 0
  }
  for (let i = 0; i < folded.length && count < tokens.length; i++) {
    const code = folded.charCodeAt(i)
    const kind = classOf(code)
    if (kind === WORD) {
      const digit = code >= 48 && code <= 57
      number = word === 0 ? digit : number && digit
      word = Math.imul(word ^ code, 0x01000193) + 0x811c9dc5
      continue
    }
    end()
    if (kind === SIGN && count < tokens.length) {
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
