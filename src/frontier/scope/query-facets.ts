import type { ScopeRule } from './rule.ts'

export interface QueryFacetsOptions {
  /** Maximum number of parameters. Default: 6. Articles need one or two; filters of shops and calendars multiply. */
  readonly maxParameters?: number
  /** How often one name may occur. Default: 2. */
  readonly maxRepeats?: number
}

/** Filters that can be combined freely make more URLs than pages; a repeated pair was appended by a link to the page itself. */
export function queryFacetsRule({ maxParameters = 6, maxRepeats = 2 }: QueryFacetsOptions = {}): ScopeRule {
  return {
    name: 'query-facets',
    codes: ['query-facets', 'query-loop'],
    decide({ url }) {
      if (url.search === '') return 'pass'
      const seen = new Map<string, number>()
      const pairs = new Set<string>()
      let parameters = 0
      for (const pair of url.search.slice(1).split('&')) {
        if (pairs.has(pair)) return { reject: 'query-loop' }
        pairs.add(pair)
        const name = pair.split('=', 1)[0] ?? ''
        const times = (seen.get(name) ?? 0) + 1
        if (++parameters > maxParameters || times > maxRepeats) return { reject: 'query-facets' }
        seen.set(name, times)
      }
      return 'pass'
    },
  }
}
