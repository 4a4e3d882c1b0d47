/** A link as the scope rules see it. */
export interface ScopeItem {
  /** The canonical URL, parsed. */
  readonly url: URL
  readonly host: string
  readonly source: string
  readonly depth: number
  /** Pages fetched so far from this host and from its source. */
  readonly hostFetched: number
  readonly sourceFetched: number
}

/** `pass` is no opinion; a rejection carries the code that is stored with the URL. */
export type Decision = 'accept' | 'pass' | { readonly reject: string }

/** One check of a link: pure, and linear in the length of the URL. */
export interface ScopeRule {
  readonly name: string
  /** Every code it rejects with; docs/frontier.md explains them. */
  readonly codes: readonly string[]
  decide(item: ScopeItem): Decision
  /** The code, if it rejects every link to this host (`URL.host`). */
  fence?(host: string): string | undefined
}
