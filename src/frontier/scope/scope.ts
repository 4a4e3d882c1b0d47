import { type DepthOptions, depthRule } from './depth.ts'
import { type FileTypesOptions, fileTypesRule } from './file-types.ts'
import { type HostBudgetOptions, hostBudgetRule } from './host-budget.ts'
import { type HostsOptions, hostsRule } from './hosts.ts'
import { type LengthOptions, lengthRule } from './length.ts'
import { type PathLoopsOptions, pathLoopsRule } from './path-loops.ts'
import { type QueryFacetsOptions, queryFacetsRule } from './query-facets.ts'
import type { ScopeItem, ScopeRule } from './rule.ts'

export interface Scope {
  /** Undefined when the link is in scope, else the code of the rule that keeps it out: what goes into `NewItem.excluded`. */
  excludes(item: ScopeItem): string | undefined
  /** The code when no link to this host (`URL.host`) can be in scope. */
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
 * The last rule with an opinion decides, so later rules refine earlier ones; where none has one, the link is in scope.
 * Broad permissions therefore stand first and the guards against traps behind them.
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
