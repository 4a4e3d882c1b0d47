import type { DateRole } from '../html/date-names.ts'
import type { Region } from '../html/page-region.ts'

/** What on a page gave a hint: linked data, a script's data, microdata, a meta tag, `<time>`, an element whose name promises a date, or text. */
export type HintKind = 'json-ld' | 'script' | 'microdata' | 'meta' | 'time' | 'named' | 'text'

/** Something on the page that may state its date, not yet read as one. */
export interface DateHint {
  readonly kind: HintKind
  readonly role: DateRole
  /** 0 is the surest of its kind. */
  readonly rank: number
  /** The property, meta name, class or tag, for the explanation. */
  readonly name: string
  /** As machines write it (attribute, data) or as readers see it. */
  readonly value: string
  readonly region: Region
  /** Characters of visible text before it. */
  readonly at: number
}

/** What one pass over a page found out about its date. Plain data. */
export interface DateHints {
  readonly url: string
  /** The `lang` of the document, as written. */
  readonly language: string
  readonly hints: readonly DateHint[]
  /** Characters of visible text before the main heading; null without one. */
  readonly titleAt: number | null
}
