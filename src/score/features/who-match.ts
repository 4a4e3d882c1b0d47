import type { WeightedTerm } from '../../model/event.ts'
import { rarityOf } from '../../text/commonness.ts'
import { createTermCounter, type TermCounter } from '../../text/term-counter.ts'
import { termsOf } from '../../text/terms.ts'

/** Counts the event's people and organisations; a person is also counted by surname, if the surname is no common word. */
export function createWhoCounter(who: readonly WeightedTerm[], language: string): TermCounter {
  return createTermCounter(
    who.map((one) => {
      const surname = surnameOf(one.term, language)
      return surname ? { ...one, synonyms: [...(one.synonyms ?? []), surname] } : one
    }),
  )
}

/** The last word of two to four capitalised ones, when no list of common words knows it. */
function surnameOf(name: string, language: string): string | null {
  const words = name.trim().split(/\s+/, 5)
  const last = words.at(-1) ?? ''
  if (words.length < 2 || words.length > 4 || !words.every((word) => /^\p{Lu}/u.test(word))) return null
  const [stem] = termsOf(last, language)
  return stem !== undefined && last.length > 2 && rarityOf(stem, language) === 1 ? last : null
}
