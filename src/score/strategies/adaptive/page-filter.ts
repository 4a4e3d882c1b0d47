import type { PageReading } from '../../../model/page.ts'
import type { Verdict } from '../../../model/verdict.ts'
import { isListing } from '../../features/page-kind.ts'
import { isStuffed } from './page-trust.ts'
import type { WordOdds } from './word-odds.ts'

/** Words of the event that a title must contain: one may be only the place or the subject. */
const NAMED = 2
/** Keeps such a page below the threshold, whatever its odds. */
const LAST_BELOW = 0.999

/**
 * Rejects two kinds of pages. A list of headlines contains the words, places and dates of everything it lists, but is about the event only
 * if its title names it: special coverage does, a section, tag or archive page does not. Keyword-stuffed pages are spam.
 */
export function createPageFilter(
  words: WordOdds,
  judge: (page: PageReading) => Verdict,
  threshold: number,
): (page: PageReading) => Verdict {
  const namesEvent = ({ title, language }: PageReading) => {
    const { found, length } = words.read(title, language)
    return length > 0 && found.length >= Math.min(NAMED, length)
  }
  return (page) => {
    const verdict = judge(page)
    if (!verdict.relevant) return verdict
    const rejected = (part: string, because: string): Verdict => ({
      relevance: Math.min(threshold * verdict.relevance, threshold * LAST_BELOW),
      relevant: false,
      evidence: { ...verdict.evidence, [part]: { value: 0, weight: 0, because: [because] } },
    })
    if (isListing(page) && !namesEvent(page))
      return rejected('list', 'a list whose title does not name the event')
    return isStuffed(page) ? rejected('stuffed', 'repeats words more than people do') : verdict
  }
}
