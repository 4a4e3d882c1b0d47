import { clip, phrase } from './fold.ts'
import { readHtml } from './html-reading.ts'
import type { ReadingLimits } from './limits.ts'

/** Markup may take this many times the room of the words it holds. */
const MARKUP_SHARE = 8

/** Characters of HTML worth keeping for a phrase of so many. */
export const roomForMarkup = (length: number): number => length * MARKUP_SHARE

/** The words of a piece of HTML, or of text that may be HTML, as one phrase. */
export function plainOf(html: string, length: number, limits: ReadingLimits): string {
  if (!html.includes('<') && !html.includes('&')) return phrase(html, length)
  const kept = clip(html, 0, roomForMarkup(length))
  return phrase(readHtml(kept, false, limits).visible.toString(), length)
}
