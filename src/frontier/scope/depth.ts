import type { ScopeRule } from './rule.ts'

export interface DepthOptions {
  /** Links from a seed, redirects not counted. Default: 20: further than any reader goes, near enough to end an endless calendar. */
  readonly maxDepth?: number
}

export function depthRule({ maxDepth = 20 }: DepthOptions = {}): ScopeRule {
  return {
    name: 'depth',
    codes: ['too-deep'],
    decide: ({ depth }) => (depth > maxDepth ? { reject: 'too-deep' } : 'pass'),
  }
}
