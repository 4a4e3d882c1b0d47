import { defaultRules } from '../../frontier/scope/scope.ts'
import { TRAP_CODES } from '../../frontier/traps/traps.ts'
import { SOURCE_REJECTED } from './live-scope.ts'

/** Codes of links, responses and robots.txt that exclude a URL, in addition to those of scope rules and traps. */
const OTHER_CODES = [
  'nofollow',
  'tunnel',
  'low-score',
  'redirect-limit',
  'content-type',
  'disallowed',
  'unreachable',
]

/** Every code with which a crawl excludes URLs; strategies and plugins may add others. */
export function exclusionCodes(): readonly string[] {
  return [...defaultRules().flatMap(({ codes }) => codes), ...TRAP_CODES, SOURCE_REJECTED, ...OTHER_CODES]
}
