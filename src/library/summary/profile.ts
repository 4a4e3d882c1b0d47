import type { EventModel } from '../../model/event.ts'
import { rarityOf } from '../../text/commonness.ts'
import { termsOf } from '../../text/terms.ts'

/** Weight of the event's places and people, relative to its topic words. */
const WHERE_SHARE = 0.5
const WHO_SHARE = 0.5
/** From this number of pages on, a word on a single page is ignored. */
const ENOUGH_PAGES = 5

/** The weight of each term for the event, in one language. */
export interface Profile {
  readonly language: string
  readonly pages: number
  weightOf(term: string): number
  /** Whether one of the terms is a word of the event; always true if no page in this language contains one. */
  isTopical(terms: readonly string[]): boolean
}

/** Counts, by language, the pages that contain a term. */
export class TermPages {
  readonly #languages = new Map<string, { pages: number; terms: Map<string, number> }>()

  add(language: string, terms: ReadonlySet<string>): void {
    const known = this.#languages.get(language) ?? { pages: 0, terms: new Map<string, number>() }
    this.#languages.set(language, known)
    known.pages++
    for (const term of terms) known.terms.set(term, (known.terms.get(term) ?? 0) + 1)
  }

  /**
   * The weight of a term grows with the pages that contain it and with its rarity in the language, both 0..1; words of the event add
   * their own weight. This works for languages in which the event file has no words.
   */
  profiles(event: EventModel): Map<string, Profile> {
    const profiles = new Map<string, Profile>()
    for (const [language, { pages, terms }] of this.#languages) {
      const own = eventTerms(event, language)
      const weights = new Map<string, number>()
      for (const [term, count] of terms) {
        const shared = count > 1 || pages < ENOUGH_PAGES ? Math.log1p(count) / Math.log1p(pages) : 0
        const weight = shared * rarityOf(term, language) + (own.get(term) ?? 0)
        if (weight > 0) weights.set(term, weight)
      }
      const used = [...own.keys()].some((term) => terms.has(term))
      profiles.set(language, {
        language,
        pages,
        weightOf: (term) => weights.get(term) ?? 0,
        isTopical: (said) => !used || said.some((term) => own.has(term)),
      })
    }
    return profiles
  }
}

function eventTerms(event: EventModel, language: string): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const term of termsOf(text, language))
      weights.set(term, Math.max(weights.get(term) ?? 0, weight * rarityOf(term, language)))
  }
  for (const { term, weight, synonyms = [] } of event.what)
    for (const word of [term, ...synonyms]) add(word, weight)
  for (const { name, place, weight } of event.where)
    for (const word of [name, place.name]) add(word, weight * WHERE_SHARE)
  for (const { term, weight } of event.who) add(term, weight * WHO_SHARE)
  return weights
}
