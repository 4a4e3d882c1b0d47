import type { PageReading } from '../../../model/page.ts'
import { type NamedDay, namedDays } from '../../../time/named-days.ts'
import { pageWords } from '../../features/page-words.ts'

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g

/** The publication date of a page, if credible, and the dates it names. */
export function pageDays(page: PageReading): [published: string | null, named: () => NamedDay[]] {
  const { text } = pageWords(page)
  const named = () => namedDays(text, page.language)
  return [isContradicted(page, text) ? null : page.published, named]
}

/** A date found only in the text is not the publication date if the page also names later years; the next year may be a plan. */
function isContradicted({ published, publishedFrom }: PageReading, text: string): boolean {
  if (published === null || publishedFrom !== 'text') return false
  const next = Number(published.slice(0, 4)) + 1
  const farthest = next + FARTHEST_PLAN
  for (const [year] of text.matchAll(YEAR)) if (Number(year) > next && Number(year) <= farthest) return true
  return false
}

/** Years further ahead are forecasts, or other numbers. */
const FARTHEST_PLAN = 20
