import type { ScopeItem, ScopeRule } from '../../frontier/scope/rule.ts'
import { createScope, defaultRules, type Scope, type ScopeOptions } from '../../frontier/scope/scope.ts'
import type { SourceDecision } from '../../store/records.ts'

/** Excluded because a curator rejected its source; lifted when that decision is undone. */
export const SOURCE_REJECTED = 'source-rejected'

export interface LiveScopeOptions {
  /** What curators decided about sources. */
  readonly sources?: ReadonlyMap<string, SourceDecision>
  /** Rules in addition to those of the options; they come last and so have the final say. */
  readonly extraRules?: readonly ScopeRule[]
}

/** The scope of a running crawl: its rules can change, and curators' decisions about sources take precedence over them. */
export class LiveScope implements Scope {
  #options: ScopeOptions
  #rules: Scope
  readonly #sources: Map<string, SourceDecision>
  readonly #extraRules: readonly ScopeRule[]

  constructor(options: ScopeOptions, { sources = new Map(), extraRules = [] }: LiveScopeOptions = {}) {
    this.#extraRules = extraRules
    this.#options = options
    this.#rules = this.#rulesFor(options)
    this.#sources = new Map(sources)
    this.fence = this.fence.bind(this)
  }

  change(options: ScopeOptions): void {
    this.#options = options
    this.#rules = this.#rulesFor(options)
  }

  /** Every code that another scope, or another decision of a curator, may lift again. */
  get liftableCodes(): readonly string[] {
    const rules = [...defaultRules(), ...this.#extraRules]
    return [SOURCE_REJECTED, ...rules.flatMap((rule) => rule.codes)]
  }

  /** The rules and decisions as text: two scopes with the same text exclude the same links. */
  get fingerprint(): string {
    const options = Object.entries(this.#options).filter(([, value]) => value !== undefined)
    const rules = this.#extraRules.map(({ name, codes }) => [name, ...codes])
    return JSON.stringify(rules.length > 0 ? [...options.sort(), ['rules', rules]] : options.sort())
  }

  /** Null undoes a decision. */
  decide(source: string, decision: SourceDecision | null): void {
    if (decision === null) this.#sources.delete(source)
    else this.#sources.set(source, decision)
  }

  excludes(item: ScopeItem): string | undefined {
    const decision = this.#sources.get(item.source)
    if (decision === 'rejected') return SOURCE_REJECTED
    // An accepted source has no page limit.
    if (decision === 'accepted') return this.#rules.excludes({ ...item, hostFetched: 0, sourceFetched: 0 })
    return this.#rules.excludes(item)
  }

  fence(host: string): string | undefined {
    return this.#rules.fence(host)
  }

  #rulesFor(options: ScopeOptions): Scope {
    return createScope([...defaultRules(options), ...this.#extraRules])
  }
}
