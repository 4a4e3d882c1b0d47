import { type DepthOptions, depthRule } from './depth.ts'
import { type FileTypesOptions, fileTypesRule } from './file-types.ts'
import { type HostBudgetOptions, hostBudgetRule } from './host-budget.ts'
import { type HostsOptions, hostsRule } from './hosts.ts'
import { type LengthOptions, lengthRule } from './length.ts'
import { type PathLoopsOptions, pathLoopsRule } from './path-loops.ts'
import { type QueryFacetsOptions, queryFacetsRule } from './query-facets.ts'
import type { ScopeItem, ScopeRule } from './rule.ts'

export interface Scope {
  /** The code of the rule that excludes the link (`NewItem.excluded`), or undefined when it is in scope. */
  excludes(item: ScopeItem): string | undefined
  /** The code, if no link to this host (`URL.host`) can be in scope. */
  fence(host: string): string | undefined
}

export interface ScopeOptions
  extends HostsOptions,
    DepthOptions,
    Pick<LengthOptions, 'maxLength'>,
    PathLoopsOptions,
    Pick<QueryFacetsOptions, 'maxParameters'>,
    HostBudgetOptions {
  readonly fileTypes?: FileTypesOptions
}

/** The rules of a crawl, in order. */
export function defaultRules(options: ScopeOptions = {}): ScopeRule[] {
  const { maxParameters, fileTypes } = options
  return [
    hostsRule(options),
    depthRule(options),
    lengthRule(options),
    pathLoopsRule(options),
    queryFacetsRule({ maxParameters }),
    fileTypesRule(fileTypes),
    hostBudgetRule(options),
  ]
}

/**
 * The last rule with an opinion decides, so that later rules refine earlier ones; without any the link is in scope.
 * Permissions therefore come first, and rules against traps after them.
 */
export function createScope(rules: readonly ScopeRule[] = defaultRules()): Scope {
  const lastFirst = rules.toReversed()
  return {
    excludes(item) {
      for (const rule of lastFirst) {
        const decision = rule.decide(item)
        if (decision === 'accept') return undefined
        if (decision !== 'pass') return decision.reject
      }
      return undefined
    },
    fence(host) {
      for (const rule of rules) {
        const code = rule.fence?.(host)
        if (code !== undefined) return code
      }
      return undefined
    },
  }
}
