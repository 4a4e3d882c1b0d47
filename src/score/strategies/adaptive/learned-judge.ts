import type { PageReading } from '../../../model/page.ts'
import type { Verdict } from '../../../model/verdict.ts'
import { dayNumber } from '../../../time/day.ts'
import type { Knowledge } from './knowledge.ts'
import { chanceOfOdds, logOdds, rounded } from './odds-math.ts'

/** The judge's verdict, corrected by what the pages judged so far have in common. Without any it is the judge's own. */
export function createLearnedJudge(
  knowledge: Knowledge,
  judge: (page: PageReading) => Verdict,
  threshold: number,
): (page: PageReading) => Verdict {
  return (page) => {
    const verdict = judge(page)
    const { pages } = knowledge
    const { odds, because } = pages.correction(pages.held(page), dayOf(page))
    if (odds === 0) return verdict
    const relevance = chanceOfOdds(logOdds(verdict.relevance) + odds)
    const learned = { value: rounded(chanceOfOdds(odds)), weight: 1, because }
    return { relevance, relevant: relevance >= threshold, evidence: { ...verdict.evidence, learned } }
  }
}

/** Whether pages about the event hardly ever appear on the day of this one, as far as is known by now. */
export function isUnusualDay({ pages, days }: Knowledge, page: PageReading): boolean {
  return pages.isExperienced && (days.odds(dayOf(page)) ?? 0) < UNUSUAL
}

/** One page about the event to e others, of what is met on such days. */
const UNUSUAL = -1

function dayOf({ published }: PageReading): number | null {
  return published === null ? null : dayNumber(published)
}
