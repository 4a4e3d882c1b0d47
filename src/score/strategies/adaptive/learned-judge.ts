import type { PageReading } from '../../../model/page.ts'
import type { Verdict } from '../../../model/verdict.ts'
import { dayNumber } from '../../../time/day.ts'
import type { Knowledge } from './knowledge.ts'
import { logOdds, probabilityOfOdds, rounded } from './odds-math.ts'

/** Corrects the verdict of the judge by what the pages judged so far have in common. */
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
    const relevance = probabilityOfOdds(logOdds(verdict.relevance) + odds)
    const learned = { value: rounded(probabilityOfOdds(odds)), weight: 1, because }
    return { relevance, relevant: relevance >= threshold, evidence: { ...verdict.evidence, learned } }
  }
}

/** Whether pages about the event are hardly ever published on the day of this one. */
export function isUnusualDay({ pages, days }: Knowledge, page: PageReading): boolean {
  return pages.isExperienced && (days.odds(dayOf(page)) ?? 0) < UNUSUAL
}

/** Log-odds: one page about the event to e others on such days. */
const UNUSUAL = -1

function dayOf({ published }: PageReading): number | null {
  return published === null ? null : dayNumber(published)
}
