import type { ScopeRule } from './rule.ts'

export interface PathLoopsOptions {
  /** How often one segment may occur in a path. Default: 2. A wrong relative link can repeat segments without end. */
  readonly maxRepeats?: number
  /** Maximum number of segments. Default: 20, deeper than any real folder tree. */
  readonly maxSegments?: number
}

const SHORT_NUMBER = /^\d{1,2}$/

/** Rejects paths that repeat themselves (`/a/b/a/b/a/b`) or are too deep. One pass over the segments. */
export function pathLoopsRule({ maxRepeats = 2, maxSegments = 20 }: PathLoopsOptions = {}): ScopeRule {
  return {
    name: 'path-loops',
    codes: ['path-loop', 'path-too-deep'],
    decide({ url }) {
      const seen = new Map<string, number>()
      let segments = 0
      for (const segment of url.pathname.split('/')) {
        if (segment === '') continue
        if (++segments > maxSegments) return { reject: 'path-too-deep' }
        const times = (seen.get(segment) ?? 0) + 1
        // 11 November 2011 is `/11/11/11`: short numbers may occur once more.
        if (times > maxRepeats + (SHORT_NUMBER.test(segment) ? 1 : 0)) return { reject: 'path-loop' }
        seen.set(segment, times)
      }
      return 'pass'
    },
  }
}
