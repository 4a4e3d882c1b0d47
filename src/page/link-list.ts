import type { PageForm } from '../model/page.ts'

/** One entry of a feed, one line of a sitemap. */
export interface ListEntry {
  /** Absolute; null when the entry has no usable URL. */
  readonly url: string | null
  readonly title: string
  /** Without markup. */
  readonly summary: string
  /** As stated, not parsed; '' if missing. */
  readonly date: string
  /** Where it starts in the document, in characters. */
  readonly at: number
}

/** The content of a feed or sitemap. */
export interface LinkList {
  readonly form: Exclude<PageForm, 'page'>
  readonly title: string
  readonly description: string
  /** As stated; '' if missing. */
  readonly language: string
  readonly entries: readonly ListEntry[]
  /** Further pages of the list, with their `rel`: `next`, `prev-archive`. */
  readonly pages: readonly { readonly url: string; readonly rel: string }[]
  readonly truncated: boolean
}
