import type { PageReading } from '../../../model/page.ts'
import { type NamedDay, namedDays } from '../../../time/named-days.ts'
import { pageWords } from '../../features/page-words.ts'

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g

/** When a page appeared, if it can be believed, and the days it names. */
export function pageDays(page: PageReading): [published: string | null, named: () => NamedDay[]] {
  const { text } = pageWords(page)
  const named = () => namedDays(text, page.language)
  return [isContradicted(page, text) ? null : page.published, named]
}

/** A day that only stands in the text is not that of a page which also names years well after it; the next one may be a plan. */
function isContradicted({ published, publishedFrom }: PageReading, text: string): boolean {
  if (published === null || publishedFrom !== 'text') return false
  const next = Number(published.slice(0, 4)) + 1
  const farthest = next + FARTHEST_PLAN
  for (const [year] of text.matchAll(YEAR)) if (Number(year) > next && Number(year) <= farthest) return true
  return false
}

/** Years further ahead than this are forecasts and numbers of other things. */
const FARTHEST_PLAN = 20
