import type { EventModel } from '../../model/event.ts'
import { rarityOf } from '../../text/commonness.ts'
import { termsOf } from '../../text/terms.ts'

/** What the places and people of the event are worth beside its topic words. */
const WHERE_SHARE = 0.5
const WHO_SHARE = 0.5
/** From so many pages on, a word that only one of them uses says nothing about the event. */
const ENOUGH_PAGES = 5

/** How central each term is to the event, in the pages of one language. */
export interface Profile {
  readonly language: string
  readonly pages: number
  weightOf(term: string): number
  /** Whether one of these is a word of the event; true of any when the pages of this language use none of its words. */
  isTopical(terms: readonly string[]): boolean
}

/** Counts, language by language, in how many pages a term stands. */
export class TermPages {
  readonly #languages = new Map<string, { pages: number; terms: Map<string, number> }>()

  add(language: string, terms: ReadonlySet<string>): void {
    const known = this.#languages.get(language) ?? { pages: 0, terms: new Map<string, number>() }
    this.#languages.set(language, known)
    known.pages++
    for (const term of terms) known.terms.set(term, (known.terms.get(term) ?? 0) + 1)
  }

  /**
   * A term weighs as much as the pages agree on it and as it is rare in its language at large, both 0..1; the event's own
   * words add their weight. So pages in a language in which the event file has no word still tell what is central.
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
