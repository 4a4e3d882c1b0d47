import type { ScopeItem } from '../../frontier/scope/rule.ts'
import { createScope, defaultRules, type Scope, type ScopeOptions } from '../../frontier/scope/scope.ts'
import type { SourceDecision } from '../../store/records.ts'

/** Kept out because a curator rejected its source; back when that is taken back. */
export const SOURCE_REJECTED = 'source-rejected'

/** Every code that a change of scope or of a curator's mind may lift again. */
export const LIFTABLE_CODES: readonly string[] = [
  SOURCE_REJECTED,
  ...defaultRules().flatMap((rule) => rule.codes),
]

/** The scope of a running crawl: its rules can be changed, and what curators decided about sources stands above them. */
export class LiveScope implements Scope {
  #rules: Scope
  readonly #sources: Map<string, SourceDecision>

  constructor(options: ScopeOptions, sources: ReadonlyMap<string, SourceDecision> = new Map()) {
    this.#rules = createScope(defaultRules(options))
    this.#sources = new Map(sources)
    this.fence = this.fence.bind(this)
  }

  change(options: ScopeOptions): void {
    this.#rules = createScope(defaultRules(options))
  }

  /** Null takes a decision back. */
  decide(source: string, decision: SourceDecision | null): void {
    if (decision === null) this.#sources.delete(source)
    else this.#sources.set(source, decision)
  }

  excludes(item: ScopeItem): string | undefined {
    const decision = this.#sources.get(item.source)
    if (decision === 'rejected') return SOURCE_REJECTED
    // An accepted source may give as many pages as it has.
    if (decision === 'accepted') return this.#rules.excludes({ ...item, hostFetched: 0, sourceFetched: 0 })
    return this.#rules.excludes(item)
  }

  fence(host: string): string | undefined {
    return this.#rules.fence(host)
  }
}
