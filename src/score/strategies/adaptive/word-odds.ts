import { BoundedMap } from '../../../cache/bounded-map.ts'
import type { EventModel, WeightedTerm } from '../../../model/event.ts'
import type { Json } from '../../../model/json.ts'
import { rarityOf } from '../../../text/commonness.ts'
import { createTermCounter, type TermCounter } from '../../../text/term-counter.ts'
import { termsOf } from '../../../text/terms.ts'
import { clamp } from './odds-math.ts'

/**
 * When a page was published, relative to the event: words that are rare in the news of those days may be common in older events of the same
 * kind.
 */
export const PUBLICATION_TIMES = ['near', 'far', 'undated'] as const
export type PublicationTime = (typeof PUBLICATION_TIMES)[number]

/** The words of a text, as far as they matter. */
export interface TextWords {
  /** Indices of the event's words in it. */
  readonly found: readonly number[]
  /** How many words it has. */
  readonly length: number
  /** A few words that are not the event's, each once. */
  readonly others: readonly string[]
}

/** A headline has about a dozen significant words; a shorter text has less opportunity to name the event. */
const HEADLINE = 12
/** Prior probability that a headline about the event contains its most important word. */
const MAIN_WORD_RATE = 0.4
/** Weight of the priors: four kept pages count as much as the event file, twenty links as much as the language. */
const PRIOR_PAGES = 4
const PRIOR_LINKS = 20
/** A headline of a dozen words contains the r-th most common word of a language with probability 1.5 / r (Zipf). */
const ZIPF = 1.5
const LISTED = 10_000
/** Words of a text are correlated ("Indian", "Ocean"), so each further one counts a fifth less. */
const ECHO = 0.8
/** Bounds the effect of containing none of the words. */
const MAX_ABSENT = -4
const MAX_TEXT_LENGTH = 1_000
const MAX_READ = 5_000
/** Per text; anything longer is not a word. */
const MAX_OTHERS = 12
const MAX_OTHER_LENGTH = 40

/** Log-odds of each word if found and if missing, and of all words missing. */
interface Worths {
  readonly gains: readonly number[]
  readonly absences: readonly number[]
  readonly absent: number
}

interface Table {
  readonly hits: number[]
  total: number
}

/**
 * How much more likely each word of the event is in texts about the event than in others: a naive Bayes model with priors from the event
 * file and the language, updated by kept pages and links.
 */
export class WordOdds {
  readonly terms: readonly string[]
  readonly #counter: TermCounter
  readonly #index: ReadonlyMap<string, number>
  readonly #about: Table
  readonly #others: Readonly<Record<PublicationTime, Table>>
  readonly #read = new Map<string, BoundedMap<string, TextWords>>()
  #worths: Record<PublicationTime, Worths>

  constructor(event: EventModel) {
    const language = event.languages[0] ?? 'en'
    const words = vocabulary(event, language)
    this.#counter = createTermCounter(words)
    this.terms = this.#counter.terms
    this.#index = new Map(this.terms.map((term, i) => [term, i]))
    this.#about = {
      hits: words.map(({ weight }) => PRIOR_PAGES * MAIN_WORD_RATE * clamp(weight, 0.01, 1)),
      total: PRIOR_PAGES,
    }
    const other = (): Table => ({
      hits: words.map(({ term }) => PRIOR_LINKS * commonness(term, language)),
      total: PRIOR_LINKS,
    })
    this.#others = { near: other(), far: other(), undated: other() }
    this.#worths = this.#weighed()
  }

  /** The same anchors repeat on page after page, so recent ones are cached. */
  read(text: string, language: string): TextWords {
    let known = this.#read.get(language)
    if (!known) {
      known = new BoundedMap(MAX_READ)
      this.#read.set(language.slice(0, 20), known)
    }
    const cut = text.slice(0, MAX_TEXT_LENGTH)
    let wording = known.get(cut)
    if (!wording) {
      wording = this.#wordingOf(cut, language)
      known.set(cut, wording)
    }
    return wording
  }

  #wordingOf(cut: string, language: string): TextWords {
    const terms = termsOf(cut, language)
    const found: number[] = []
    for (const [i, count] of this.#counter.count({ text: cut, terms }, language).entries())
      if (count > 0) found.push(i)
    return { found, length: terms.length, others: this.#othersOf(terms) }
  }

  #othersOf(terms: readonly string[]): string[] {
    const others = new Set<string>()
    for (const term of terms) {
      if (others.size === MAX_OTHERS) break
      if (!this.#index.has(term) && term.length <= MAX_OTHER_LENGTH) others.add(term)
    }
    return [...others]
  }

  /** Words of the event in a text whose terms are known. */
  heldIn(text: { text: string; terms: readonly string[] }, language: string): number[] {
    const held: number[] = []
    for (const [i, count] of this.#counter.count(text, language).entries()) if (count > 0) held.push(i)
    return held
  }

  /** Words as evidence, most distinctive first. */
  evidence({ found }: TextWords): string[] {
    if (found.length === 0) return []
    const { gains } = this.#worths.undated
    return [...found].sort((a, b) => (gains[b] ?? 0) - (gains[a] ?? 0)).map((i) => this.terms[i] ?? '')
  }

  indexOf(term: string): number | undefined {
    return this.#index.get(term)
  }

  /** Log-odds that the text is about the event; null for an empty text. */
  odds({ found, length }: TextWords, time: PublicationTime): number | null {
    if (length === 0) return null
    const { gains, absences, absent } = this.#worths[time]
    const fullness = Math.min(1, length / HEADLINE)
    if (found.length === 0) return Math.max(MAX_ABSENT, absent * fullness)
    const foundGains: number[] = []
    let missing = absent
    for (const i of found) {
      foundGains.push(gains[i] ?? 0)
      missing -= absences[i] ?? 0
    }
    foundGains.sort((a, b) => b - a)
    let odds = Math.max(MAX_ABSENT, missing * fullness)
    let worth = 1
    for (const gain of foundGains) {
      odds += gain * worth
      worth *= ECHO
    }
    return odds
  }

  /** Counts the words of links that are not about the event, out of `total`. */
  learnOther(time: PublicationTime, hits: readonly (readonly [number, number])[], total: number): void {
    const table = this.#others[time]
    for (const [i, count] of hits) if (i in table.hits) table.hits[i] = (table.hits[i] ?? 0) + count
    table.total += total
  }

  /** Counts a page that is about the event. */
  learnAbout(found: readonly number[], weight: number): void {
    for (const i of found)
      if (i in this.#about.hits) this.#about.hits[i] = (this.#about.hits[i] ?? 0) + weight
    this.#about.total += weight
  }

  /** Recomputes the odds from the counts. */
  weigh(): void {
    this.#worths = this.#weighed()
  }

  #weighed(): Record<PublicationTime, Worths> {
    const { near, far, undated } = this.#others
    return {
      near: worthsOf(this.#about, near),
      far: worthsOf(this.#about, far),
      undated: worthsOf(this.#about, undated),
    }
  }

  snapshot(): Json {
    const { near, far, undated } = this.#others
    return [this.#about, near, far, undated].map(({ hits, total }) => [total, ...hits])
  }

  restore(state: readonly (readonly number[])[]): void {
    const { near, far, undated } = this.#others
    for (const [i, table] of [this.#about, near, far, undated].entries()) {
      const saved = state[i]
      if (saved?.length !== this.terms.length + 1) continue
      table.total = saved[0] ?? 1
      for (let term = 0; term < this.terms.length; term++) table.hits[term] = saved[term + 1] ?? 0
    }
    this.weigh()
  }
}

function worthsOf(about: Table, other: Table): Worths {
  const gains: number[] = []
  const absences: number[] = []
  let absent = 0
  for (const [i, hits] of about.hits.entries()) {
    const p = clamp(hits / about.total, 1e-4, 0.95)
    const q = clamp((other.hits[i] ?? 0) / other.total, 1e-6, 0.5)
    gains.push(Math.log(p / q))
    const absence = Math.log((1 - p) / (1 - q))
    absences.push(absence)
    absent += absence
  }
  return { gains, absences, absent }
}

/** Small numbers occur in any headline. */
const COUNT = /^\d{1,2}$/

/** What, who and where as one list; of two terms with the same stem, the one with the larger weight. */
function vocabulary(event: EventModel, language: string): WeightedTerm[] {
  const places = event.where.map(({ name, place, weight }) => {
    const [spoken = name] = name.split(',')
    return {
      term: /^[a-z0-9]+:/.test(spoken) ? place.name : spoken.trim(),
      weight,
      synonyms: [place.name],
    }
  })
  const known = new Map<string, WeightedTerm>()
  for (const term of [...places, ...event.what, ...event.who]) {
    if (COUNT.test(term.term)) continue
    const key = termsOf(term.term, language).join(' ') || term.term
    const before = known.get(key)
    if (!before || before.weight < term.weight) known.set(key, term)
  }
  return [...known.values()]
}

/** The probability that any headline contains the word. A phrase is as rare as its rarest word. */
function commonness(term: string, language: string): number {
  const stems = termsOf(term, language)
  const rarity = stems.length === 0 ? 1 : Math.max(...stems.map((stem) => rarityOf(stem, language)))
  return Math.min(0.3, ZIPF / LISTED ** rarity)
}
