/** A link as the scope rules see it. */
export interface ScopeItem {
  /** The canonical URL, parsed. */
  readonly url: URL
  readonly host: string
  readonly source: string
  readonly depth: number
  /** Pages fetched so far from this host, and from its source. */
  readonly hostFetched: number
  readonly sourceFetched: number
}

/** `accept` and `pass` (no opinion) are words; a rejection carries the code that is stored with the URL. */
export type Decision = 'accept' | 'pass' | { readonly reject: string }

/** One question about a link. Pure, in time linear in the length of the URL. */
export interface ScopeRule {
  readonly name: string
  /** Every code it may reject with; documented in docs/frontier.md. */
  readonly codes: readonly string[]
  decide(item: ScopeItem): Decision
  /** The code when it rejects every link to this host (`URL.host`), whatever else is known of the link. */
  fence?(host: string): string | undefined
}
