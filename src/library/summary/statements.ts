import { normalized } from '../../text/normalized.ts'
import { sentenceTerms } from './sentence-terms.ts'
import { sentencesOf } from './sentences.ts'

/** A page as the summary reads it. */
export interface SummaryPage {
  readonly id: number
  readonly title: string
  readonly source: string
  readonly language: string
  readonly published: string | null
  readonly relevance: number
  readonly places: readonly {
    readonly id: string
    readonly name: string
    readonly lat: number
    readonly lon: number
    readonly count: number
  }[]
  readonly who: readonly { readonly name: string; readonly kind: string; readonly count: number }[]
}

/** One sentence, however many pages contain it. */
export interface Statement {
  readonly text: string
  readonly language: string
  readonly terms: readonly string[]
  /** In the order in which the pages were read; each page once. */
  readonly pages: SummaryPage[]
  /** Its earliest position in any of the pages. */
  position: number
}

/** Sentences with fewer distinct words are meaningless out of context. */
const MIN_TERMS = 4
const KEY = /[\p{L}\p{M}\p{N}]+/gu

/** Collects the sentences of pages; a sentence on several pages is one statement. */
export class StatementCollector {
  readonly #statements = new Map<string, Statement>()
  readonly #perSource = new Map<string, number>()

  /** Returns the terms of the page's sentences. */
  add(page: SummaryPage, text: string): Set<string> {
    const all = new Set<string>()
    this.#perSource.set(page.source, (this.#perSource.get(page.source) ?? 0) + 1)
    for (const { text: said, position } of sentencesOf(text, page.language)) {
      const key = keyOf(said)
      let statement = this.#statements.get(key)
      if (!statement) {
        const terms = sentenceTerms(said, page.language)
        if (terms.length < MIN_TERMS) continue
        statement = { text: said, language: page.language, terms, pages: [], position }
        this.#statements.set(key, statement)
      }
      for (const term of statement.terms) all.add(term)
      statement.position = Math.min(statement.position, position)
      if (statement.pages.at(-1) !== page) statement.pages.push(page)
    }
    return all
  }

  /** The statements, without those that a site repeats on many pages. */
  sentences(): Statement[] {
    return [...this.#statements.values()].filter((statement) => !this.#isBoilerplate(statement))
  }

  /** Notices, appeals and teasers are on a large share of a site's pages. A story on many sites is not boilerplate. */
  #isBoilerplate({ pages }: Statement): boolean {
    if (pages.length < MIN_REPEATS) return false
    const repeats = new Map<string, number>()
    for (const { source } of pages) repeats.set(source, (repeats.get(source) ?? 0) + 1)
    for (const [source, count] of repeats)
      if (count >= MIN_REPEATS && count >= REPEATED_SHARE * (this.#perSource.get(source) ?? 0)) return true
    return false
  }
}

/** Two occurrences are a story and its update. */
const MIN_REPEATS = 3
/** The background paragraph of a developing story is on fewer pages of a site than its notices. */
const REPEATED_SHARE = 0.25

/** Letters and digits only: sentences that differ in quotation marks, dashes and capitals are the same. */
function keyOf(text: string): string {
  return (normalized(text, 'NFKC').toLowerCase().match(KEY) ?? []).join(' ')
}
