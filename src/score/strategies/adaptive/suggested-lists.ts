import type { JudgedPage } from '../../../model/crawl.ts'
import type { LinkReading } from '../../../model/page.ts'
import { dayFromNumber } from '../../../time/day.ts'
import { urlsForDay } from '../../../time/url-day-spelling.ts'
import { pageKind } from '../../features/page-kind.ts'
import type { Knowledge } from './knowledge.ts'

/** Days around a dated list whose lists are suggested; one may be missing. */
const NEAR = [1, -1, 2, -2]
/** Marks a suggested link. */
export const SUGGESTED = 'suggested'

/**
 * Suggests the lists of other days from the URL of a dated list: those of the days around it and of the first day of the event. News
 * archives often link backwards only, or not at all; a reader would change the day in the URL.
 */
export function suggestedLists(knowledge: Knowledge, { page, source }: JudgedPage): LinkReading[] {
  const { archives, urls } = knowledge
  const { days } = urls.of(page.url, source)
  if (!days || days.from !== days.to || pageKind(page) !== 'archive') return []
  const around = NEAR.map((away) => days.from + away)
  const { start } = knowledge.days
  const candidates = new Set(start === null ? [] : [start, ...around])
  return [...candidates]
    .filter((day) => archives.maySuggest(source, day))
    .flatMap((day) => urlsForDay(page.url, dayFromNumber(day)))
    .map((url) => ({ url, anchor: '', context: '', division: -1, rel: [SUGGESTED], position: 1 }))
}
