import type { ScopeRule } from './rule.ts'

export interface PathLoopsOptions {
  /** How often one segment may stand in a path. Default: 2; a relative link that is followed into itself repeats for ever. */
  readonly maxRepeats?: number
  /** Default: 20 segments, deeper than any tree of folders people keep. */
  readonly maxSegments?: number
}

const SHORT_NUMBER = /^\d{1,2}$/

/** Paths that repeat themselves (`/a/b/a/b/a/b`) or never end. One pass over the segments. */
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
        // 11 November 2011 is `/11/11/11`: one or two digits may stand once more.
        if (times > maxRepeats + (SHORT_NUMBER.test(segment) ? 1 : 0)) return { reject: 'path-loop' }
        seen.set(segment, times)
      }
      return 'pass'
    },
  }
}
