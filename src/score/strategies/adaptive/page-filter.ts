import type { PageReading } from '../../../model/page.ts'
import type { Verdict } from '../../../model/verdict.ts'
import { isListing } from '../../features/page-kind.ts'
import { isStuffed } from './page-trust.ts'
import type { WordOdds } from './word-odds.ts'

/** Words of the event a title has to name: one may be the place or the subject alone. */
const NAMED = 2
/** Keeps such a page below the threshold, however sure the odds are. */
const LAST_BELOW = 0.999

/**
 * Takes back two kinds of verdict. A list of headlines has the words, places and days of everything it lists, but is about the event only when
 * its title says so: the special coverage of the event is, the section, tag or archive page that shows some of its stories is not. A page
 * stuffed with words is written for machines.
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
    const takenBack = (part: string, because: string): Verdict => ({
      relevance: Math.min(threshold * verdict.relevance, threshold * LAST_BELOW),
      relevant: false,
      evidence: { ...verdict.evidence, [part]: { value: 0, weight: 0, because: [because] } },
    })
    if (isListing(page) && !namesEvent(page))
      return takenBack('list', 'a list whose title does not name the event')
    return isStuffed(page) ? takenBack('stuffed', 'its words repeat beyond what people write') : verdict
  }
}
