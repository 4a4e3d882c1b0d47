import type { PageReading } from '../../model/page.ts'
import type { Verdict } from '../../model/verdict.ts'
import { isListing } from '../features/page-kind.ts'
import type { WordOdds } from './word-odds.ts'

/** Words of the event a title has to name: one may be the place or the subject alone. */
const NAMED = 2
/** Keeps such a list below the threshold, however sure the odds are. */
const LAST_BELOW = 0.999

/**
 * A list of headlines has the words, places and days of everything it lists. It is about the event only when its title says so: the special
 * coverage of the event is, the section, tag or archive page that shows some of its stories is not.
 */
export function createListJudge(
  words: WordOdds,
  judge: (page: PageReading) => Verdict,
  threshold: number,
): (page: PageReading) => Verdict {
  return (page) => {
    const verdict = judge(page)
    if (!verdict.relevant || !isListing(page)) return verdict
    const { found, length } = words.read(page.title, page.language)
    if (length > 0 && found.length >= Math.min(NAMED, length)) return verdict
    const list = { value: 0, weight: 0, because: ['a list whose title does not name the event'] }
    return {
      relevance: Math.min(threshold * verdict.relevance, threshold * LAST_BELOW),
      relevant: false,
      evidence: { ...verdict.evidence, list },
    }
  }
}
