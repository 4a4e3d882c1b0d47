import type { PageForm } from '../model/page.ts'

/** One entry of a feed, one line of a sitemap. */
export interface ListEntry {
  /** Absolute; null when the entry states no address that can be requested. */
  readonly url: string | null
  readonly title: string
  /** Without markup. */
  readonly summary: string
  /** As stated, not yet read; empty when nothing was. */
  readonly date: string
  /** Where it starts in the document, in characters. */
  readonly at: number
}

/** What a document says that exists to name addresses. */
export interface LinkList {
  readonly form: Exclude<PageForm, 'page'>
  readonly title: string
  readonly description: string
  /** As stated; empty when nothing was. */
  readonly language: string
  readonly entries: readonly ListEntry[]
  /** Where the list goes on, and how that was called: `next`, `prev-archive`. */
  readonly pages: readonly { readonly url: string; readonly rel: string }[]
  readonly truncated: boolean
}
