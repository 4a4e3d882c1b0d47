import type { PageReading } from '../../../model/page.ts'
import { dayNumber } from '../../../time/day.ts'
import { pageWords } from '../../features/page-words.ts'
import { clamp } from './odds-math.ts'
import { urlDays } from './url-days.ts'

/** Shorter texts are headlines, which may consist of the event's words. */
const MIN_TERMS = 60
/** In news the most frequent word is one of thirty; if it is one of eight, the page is spam. */
const MAX_SHARE = 1 / 8
/** In a real text of a hundred words or more, at least a quarter are different; in longer texts fewer. */
const MIN_VARIETY = 0.25
/** A date that differs from that of the URL by more than this many days is not trusted. */
const DAYS_APART = 30

/** Below this trust a text counts as keyword stuffing. */
const STUFFED = 0.5

/** Whether a page repeats words more than people do. */
export function isStuffed(page: PageReading): boolean {
  return wordTrust(pageWords(page).terms) < STUFFED
}

/** How much to learn from a page, 0..1: less if it repeats words unnaturally or its URL contradicts its date. */
export function pageTrust(page: PageReading): number {
  return Math.min(wordTrust(pageWords(page).terms), dateTrust(page))
}

function wordTrust(terms: readonly string[]): number {
  if (terms.length < MIN_TERMS) return 1
  const counts = new Map<string, number>()
  let maxCount = 0
  for (const term of terms) {
    const count = (counts.get(term) ?? 0) + 1
    counts.set(term, count)
    if (count > maxCount) maxCount = count
  }
  // Heaps' law: the number of different words grows with the square root of the length.
  const varied = counts.size / Math.sqrt(terms.length * MIN_TERMS)
  const repeated = clamp((2 * MAX_SHARE - maxCount / terms.length) / MAX_SHARE, 0, 1)
  return repeated * clamp(varied / MIN_VARIETY, 0, 1) ** 2
}

function dateTrust({ url, published, publishedFrom }: PageReading): number {
  const day = published === null ? null : dayNumber(published)
  const days = urlDays(url)
  if (day === null || !days || publishedFrom === 'url') return 1
  return day < days.from - DAYS_APART || day > days.to + DAYS_APART ? 0 : 1
}
