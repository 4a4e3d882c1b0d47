import { CRAWL_OPTIONS } from '../../model/crawl-options.ts'
import type { ScopeRule } from './rule.ts'

export interface DepthOptions {
  /** Maximum number of links from a seed, without redirects. Default: 20, enough for any site and few enough to end an endless calendar. */
  readonly maxDepth?: number
}

export function depthRule({ maxDepth = CRAWL_OPTIONS.depth.default }: DepthOptions = {}): ScopeRule {
  return {
    name: 'depth',
    codes: ['too-deep'],
    decide: ({ depth }) => (depth > maxDepth ? { reject: 'too-deep' } : 'pass'),
  }
}
