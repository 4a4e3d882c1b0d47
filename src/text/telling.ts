import { memoize } from '../model/memo.ts'
import { raritiesIn } from './commonness.ts'
import { termsOf } from './terms.ts'

/**
 * A list of common words ends at about ten thousand; names are of the order of a hundred million, so that meeting one again
 * tells twice as much: `log 1e8 / log 1e4`. Numbers name quantities: look-alikes share the words and differ in the figures.
 */
export const NAME_FACTOR = 2

/** A headline, or the first clause of a lead, has about ten terms; after as many more a word tells half as much. */
const LEAD_TERMS = 10

/** What a word at this place among a text's terms is worth: 1 at the start, and less and less further on. */
export function leadWorth(position: number): number {
  return 1 / (1 + position / LEAD_TERMS)
}

/** How telling a word is by where and how often it stands: twice as often is not twice as much. */
export function damped(worth: number): number {
  return Math.sqrt(worth)
}

/** What several words tell together, when they stand for one thing. */
export function geometricMean(values: readonly number[]): number {
  if (values.length === 0) return 0
  return values.reduce((product, value) => product * value, 1) ** (1 / values.length)
}

/** German writes every noun with a capital. */
const CAPITAL_NOUNS = new Set(['de', 'lb'])

/** Where capitals stand in Latin, Greek, Cyrillic and Armenian: three times as fast as asking for any of Unicode's. */
const CAPITAL_WORD =
  /[A-Z\u00c0-\u00de\u0100-\u024f\u0386-\u03ab\u0400-\u042f\u0460-\u0556\u1e00-\u1eff][\p{L}\p{M}'’]*/gu
const LETTER = /\p{L}/u
const NUMBER = /^\p{N}/u

export interface Telling {
  /** How telling a term is, whatever its place: its rarity, twice that for names and numbers. */
  readonly value: number
  /** `background`: a word that says nothing about any event. */
  readonly kind: 'word' | 'name' | 'number' | 'background'
}

export interface TextTelling {
  readonly byTerm: ReadonlyMap<string, Telling>
  /** One for each term of the text. */
  readonly inOrder: readonly Telling[]
}

interface Open {
  count: number
  value: number
  kind: Telling['kind']
}

/**
 * How telling each term of a text is; `terms` must be `termsOf(text, language)`. A name has its capital inside sentences,
 * more often than it is written small.
 */
export function tellingOf(
  text: string,
  terms: readonly string[],
  language: string,
  background: ReadonlySet<string>,
): TextTelling {
  const byTerm = new Map<string, Open>()
  const inOrder = terms.map((term) => {
    let open = byTerm.get(term)
    if (!open) {
      open = { count: 0, value: 0, kind: 'word' }
      byTerm.set(term, open)
    }
    open.count++
    return open
  })
  const capitals = capitalsOf(text, language)
  const rarities = raritiesIn(language)
  for (const [term, open] of byTerm) {
    const capital = capitals.get(term)
    if (background.has(term)) open.kind = 'background'
    else if (capital !== undefined && capital.inside > open.count - capital.all) open.kind = 'name'
    else if (isNumber(term)) open.kind = 'number'
    const telling = open.kind === 'name' || open.kind === 'number'
    open.value = (rarities.get(term) ?? 1) * (telling ? NAME_FACTOR : 1)
  }
  return { byTerm, inOrder }
}

function isNumber(term: string): boolean {
  const first = term.charCodeAt(0)
  return first < 128 ? first >= 48 && first <= 57 : NUMBER.test(term)
}

/** Neighbours that belong together: the parts of a name, and a figure with what it counts ("23 pirates", "5.6"). */
export function arePair(a: Telling, b: Telling): boolean {
  if (a.kind === 'background' || b.kind === 'background') return false
  return a.kind === 'number' || b.kind === 'number' || (a.kind === 'name' && b.kind === 'name')
}

interface Capitals {
  all: number
  /** After a word or a comma: the capital is the word's own, not the sentence's. */
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

/** Names that a few hundred news pages are made of. */
const REMEMBERED = 16_384
const stemmers = new Map<string, (word: string) => string>()

/** The term a single written word gives; empty when it is none. */
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
