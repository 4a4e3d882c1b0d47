import type { ScopeRule } from './rule.ts'

export interface LengthOptions {
  /** Maximum length of the canonical URL. Default: 2083, the longest that every browser has accepted. */
  readonly maxLength?: number
}

export function lengthRule({ maxLength = 2083 }: LengthOptions = {}): ScopeRule {
  return {
    name: 'length',
    codes: ['too-long'],
    decide: ({ url }) => (url.href.length > maxLength ? { reject: 'too-long' } : 'pass'),
  }
}
