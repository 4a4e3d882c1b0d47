import type { PageReading } from '../../../model/page.ts'
import { dayNumber } from '../../../time/day.ts'
import { pageWords } from '../../features/page-words.ts'
import { clamp } from './odds-math.ts'
import { urlDays } from './url-days.ts'

/** Shorter texts are headlines: they may well be made of the event's words. */
const MIN_TERMS = 60
/** News says its chief word in one of thirty; a page that says one word in every eight is written for machines. */
const MAX_SHARE = 1 / 8
/** A real text of a hundred words or more uses at least a quarter as many different ones; long texts fewer. */
const MIN_VARIETY = 0.25
/** A date that its own URL contradicts by more than this is not believed. */
const DAYS_APART = 30

/** Below it a text is not for readers. */
const STUFFED = 0.5

/** True when the words of a page repeat beyond what people write. */
export function isStuffed(page: PageReading): boolean {
  return wordTrust(pageWords(page).terms) < STUFFED
}

/** How far a page may be learnt from, 0..1: words repeated beyond what people write, or a date its URL denies, take it away. */
export function pageTrust(page: PageReading): number {
  return Math.min(wordTrust(pageWords(page).terms), dateTrust(page))
}

function wordTrust(terms: readonly string[]): number {
  if (terms.length < MIN_TERMS) return 1
  const counts = new Map<string, number>()
  let most = 0
  for (const term of terms) {
    const count = (counts.get(term) ?? 0) + 1
    counts.set(term, count)
    if (count > most) most = count
  }
  // Heaps' law: the number of different words grows with the square root of the length.
  const varied = counts.size / Math.sqrt(terms.length * MIN_TERMS)
  const repeated = clamp((2 * MAX_SHARE - most / terms.length) / MAX_SHARE, 0, 1)
  return repeated * clamp(varied / MIN_VARIETY, 0, 1) ** 2
}

function dateTrust({ url, published, publishedFrom }: PageReading): number {
  const said = published === null ? null : dayNumber(published)
  const days = urlDays(url)
  if (said === null || !days || publishedFrom === 'url') return 1
  return said < days.from - DAYS_APART || said > days.to + DAYS_APART ? 0 : 1
}
