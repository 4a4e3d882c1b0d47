import { memoize } from '../cache/memo.ts'
import { raritiesIn } from './commonness.ts'
import { termsOf } from './terms.ts'

/**
 * Lists of common words have about ten thousand entries, while there are some hundred million names, so a shared name is
 * twice as informative: `log 1e8 / log 1e4`. Numbers too: similar events share words but differ in figures.
 */
export const NAME_FACTOR = 2

/** Length of a headline or first clause; at this position a word counts half. */
const LEAD_TERMS = 10

/** Weight of a term by its position in the text: 1 at the start, decreasing from there. */
export function positionWeight(position: number): number {
  return 1 / (1 + position / LEAD_TERMS)
}

/** Dampens frequency: twice as many occurrences do not count twice. */
export function damped(worth: number): number {
  return Math.sqrt(worth)
}

export function geometricMean(values: readonly number[]): number {
  if (values.length === 0) return 0
  return values.reduce((product, value) => product * value, 1) ** (1 / values.length)
}

/** Languages that capitalise every noun. */
const CAPITAL_NOUNS = new Set(['de', 'lb'])

/** Capitals in Latin, Greek, Cyrillic and Armenian: three times as fast as `\p{Lu}`. */
const CAPITAL_WORD =
  /[A-Z\u00c0-\u00de\u0100-\u024f\u0386-\u03ab\u0400-\u042f\u0460-\u0556\u1e00-\u1eff][\p{L}\p{M}'’]*/gu
const LETTER = /\p{L}/u
const NUMBER = /^\p{N}/u

export interface Informativeness {
  /** Informativeness regardless of position: the rarity of the term, doubled for names and numbers. */
  readonly value: number
  /** `background`: a word unrelated to any event. */
  readonly kind: 'word' | 'name' | 'number' | 'background'
}

/** Informativeness of the terms of one text. */
export class TextInformativeness {
  readonly #terms: readonly string[]
  /** One entry per term occurrence. */
  readonly inOrder: readonly Informativeness[]

  constructor(terms: readonly string[], inOrder: readonly Informativeness[]) {
    this.#terms = terms
    this.inOrder = inOrder
  }

  /** Undefined if the text does not contain the term. Use it to look up a few terms. */
  of(term: string): Informativeness | undefined {
    const at = this.#terms.indexOf(term)
    return at < 0 ? undefined : this.inOrder[at]
  }

  /** Use it to look up most terms. */
  get byTerm(): ReadonlyMap<string, Informativeness> {
    return new Map(this.#terms.map((term, i) => [term, this.inOrder[i] as Informativeness]))
  }
}

interface Open {
  count: number
  value: number
  kind: Informativeness['kind']
}

/**
 * Rates how informative each term of a text is; `terms` must be `termsOf(text, language)`. A name is capitalised inside
 * sentences more often than it is in lower case.
 */
export function informativenessOf(
  text: string,
  terms: readonly string[],
  language: string,
  background: ReadonlySet<string>,
): TextInformativeness {
  const lexicon = lexiconOf(language, background)
  const inOrder = new Array<Open>(terms.length)
  const met = lexicon.meet(terms, inOrder)
  const capitals = capitalsOf(text, language)
  for (const { term, rarity, open } of met) {
    const capital = open.kind === 'background' ? undefined : capitals.get(term)
    if (capital !== undefined && capital.inside > open.count - capital.all) open.kind = 'name'
    open.value = rarity * (open.kind === 'name' || open.kind === 'number' ? NAME_FACTOR : 1)
  }
  return new TextInformativeness(terms, inOrder)
}

/** Properties of a term that depend only on the language. */
interface Listed {
  readonly term: string
  readonly rarity: number
  /** Kind of the term unless it is capitalised as a name. */
  readonly kind: 'word' | 'number' | 'background'
  /** Number of the last text that contained it, and its informativeness there. */
  text: number
  open: Open
}

/** Approximate vocabulary of a few hundred news pages. */
const MAX_LISTED = 1 << 15
const NOT_MET: Open = { count: 0, value: 0, kind: 'word' }

/** Cache of recent terms of one language, so that each occurrence needs one lookup. Cleared only between texts. */
class Lexicon {
  readonly background: ReadonlySet<string>
  readonly #rarities: ReadonlyMap<string, number>
  readonly #listed = new Map<string, Listed>()
  #texts = 0

  constructor(language: string, background: ReadonlySet<string>) {
    this.background = background
    this.#rarities = raritiesIn(language)
  }

  /** Counts the distinct terms of a text; `inOrder` receives the entry of each occurrence. */
  meet(terms: readonly string[], inOrder: Open[]): Listed[] {
    if (this.#listed.size > MAX_LISTED) this.#listed.clear()
    const text = ++this.#texts
    const met: Listed[] = []
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as string
      const listed = this.#listed.get(term) ?? this.#list(term)
      if (listed.text !== text) {
        listed.text = text
        listed.open = { count: 0, value: 0, kind: listed.kind }
        met.push(listed)
      }
      listed.open.count++
      inOrder[i] = listed.open
    }
    return met
  }

  #list(term: string): Listed {
    const kind = this.background.has(term) ? 'background' : isNumber(term) ? 'number' : 'word'
    const listed = { term, rarity: this.#rarities.get(term) ?? 1, kind, text: 0, open: NOT_MET } as const
    this.#listed.set(term, listed)
    return listed
  }
}

const lexicons = new Map<string, Lexicon>()

function lexiconOf(language: string, background: ReadonlySet<string>): Lexicon {
  let lexicon = lexicons.get(language)
  if (lexicon?.background !== background) {
    lexicon = new Lexicon(language, background)
    lexicons.set(language, lexicon)
  }
  return lexicon
}

function isNumber(term: string): boolean {
  const first = term.charCodeAt(0)
  return first < 128 ? first >= 48 && first <= 57 : NUMBER.test(term)
}

/** Adjacent terms that belong together: parts of a name, or a number with what it counts ("23 pirates", "5.6"). */
export function arePair(a: Informativeness, b: Informativeness): boolean {
  if (a.kind === 'background' || b.kind === 'background') return false
  return a.kind === 'number' || b.kind === 'number' || (a.kind === 'name' && b.kind === 'name')
}

interface Capitals {
  all: number
  /** Capitalised occurrences after a word or a comma, not at the start of a sentence. */
  inside: number
}

function capitalsOf(text: string, language: string): Map<string, Capitals> {
  const found = new Map<string, Capitals>()
  if (CAPITAL_NOUNS.has(language)) return found
  const stemOf = stemmerFor(language)
  for (const match of text.matchAll(CAPITAL_WORD)) {
    const [word] = match
    const first = word.charAt(0)
    const stem = first === first.toLowerCase() ? '' : stemOf(word)
    if (stem === '') continue
    const inside = isInside(text, match.index) ? 1 : 0
    const known = found.get(stem)
    if (known) {
      known.all++
      known.inside += inside
    } else found.set(stem, { all: 1, inside })
  }
  return found
}

const SPACE = 32
const COMMA = 44

function isInside(text: string, index: number): boolean {
  if (text.charCodeAt(index - 1) !== SPACE) return false
  const before = text.charCodeAt(index - 2)
  return before === COMMA || LETTER.test(text.charAt(index - 2))
}

/** Approximate number of names on a few hundred news pages. */
const REMEMBERED = 16_384
const stemmers = new Map<string, (word: string) => string>()

/** Returns the term of a single word, or '' if there is none. */
function stemmerFor(language: string): (word: string) => string {
  let stemmer = stemmers.get(language)
  if (!stemmer) {
    stemmer = memoize(REMEMBERED, (word) => {
      const terms = termsOf(word.replace(/['’](?:s|S)?$/u, ''), language)
      return terms.length === 1 ? (terms[0] ?? '') : ''
    })
    stemmers.set(language, stemmer)
  }
  return stemmer
}
