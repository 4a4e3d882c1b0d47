import type { DateRole } from '../html/date-names.ts'
import type { Region } from '../html/page-region.ts'

/** The origin of a hint: linked data, script data, microdata, a meta tag, `<time>`, an element whose name indicates a date, or text. */
export type HintKind = 'json-ld' | 'script' | 'microdata' | 'meta' | 'time' | 'named' | 'text'

/** Something that may state the date of the page, not parsed yet. */
export interface DateHint {
  readonly kind: HintKind
  readonly role: DateRole
  /** 0 is the most reliable of its kind. */
  readonly rank: number
  /** The property, meta name, class or tag, for the explanation. */
  readonly name: string
  /** Machine-readable (attribute, data) or visible text. */
  readonly value: string
  readonly region: Region
  /** Characters of visible text before it. */
  readonly at: number
}

/** What one pass over a page found about its date. Plain data. */
export interface DateHints {
  readonly url: string
  /** The `lang` of the document, as written. */
  readonly language: string
  readonly hints: readonly DateHint[]
  /** Characters of visible text before the main heading; null without one. */
  readonly titleAt: number | null
}
