import type { WeightedTerm } from '../../../model/event.ts'
import type { PageReading } from '../../../model/page.ts'
import { rarityOf } from '../../../text/commonness.ts'
import { createTermCounter } from '../../../text/term-counter.ts'
import { termsOf } from '../../../text/terms.ts'
import { pageWords } from '../../features/page-words.ts'
import { termEvidence } from '../../features/term-evidence.ts'

export interface WhoMatch {
  /** 0..1; null when the event names nobody. */
  readonly value: number | null
  readonly because: readonly string[]
}

/** Even the most important name leaves a doubt: people appear in other news too. */
const CERTAINTY = 0.9

/** How many participants a page names: each name found reduces the doubt by its weight. */
export function createWhoMatch(
  who: readonly WeightedTerm[],
  language: string,
): (page: PageReading) => WhoMatch {
  if (who.length === 0) return () => ({ value: null, because: [] })
  const counter = createTermCounter(who.map((one) => withSurname(one, language)))
  return (page) => {
    const found = counter.count(pageWords(page), page.language)
    let doubt = 1
    for (const [i, count] of found.entries())
      if (count > 0) doubt *= 1 - CERTAINTY * (counter.weights[i] ?? 0)
    return { value: 1 - doubt, because: termEvidence(counter.terms, found, counter.weights) }
  }
}

/** News names a person in full once and by surname after that; a surname that is also a common word does not count. */
function withSurname(one: WeightedTerm, language: string): WeightedTerm {
  const words = one.term.trim().split(/\s+/, 5)
  const last = words.at(-1) ?? ''
  if (words.length < 2 || words.length > 4 || !words.every((word) => /^\p{Lu}/u.test(word))) return one
  const [stem] = termsOf(last, language)
  if (stem === undefined || last.length < 3 || rarityOf(stem, language) < 1) return one
  return { ...one, synonyms: [...(one.synonyms ?? []), last] }
}
