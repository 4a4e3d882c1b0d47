import { clip, phrase } from './fold.ts'
import { readHtml } from './html-reading.ts'
import type { ReadingLimits } from './limits.ts'

/** Markup may be this many times as long as its text. */
const MARKUP_SHARE = 8

/** Characters of HTML to keep for a phrase of this length. */
export const markupLimit = (length: number): number => length * MARKUP_SHARE

/** The text of a piece of HTML, or of text that may be HTML, as one phrase. */
export function textOfMarkup(html: string, length: number, limits: ReadingLimits): string {
  if (!html.includes('<') && !html.includes('&')) return phrase(html, length)
  const kept = clip(html, 0, markupLimit(length))
  return phrase(readHtml(kept, false, limits).visible.toString(), length)
}
