import type { GroupReading, TagGroup } from '../model/page.ts'
import { termsOf } from '../text/terms.ts'

/** One span of visible text that belongs to a tag group. */
export interface GroupRun {
  readonly group: TagGroup
  readonly start: number
  end: number
}

export type GroupTexts = Readonly<Record<TagGroup, string>>

export const NO_TEXTS: GroupTexts = { head: '', heading: '', emphasis: '', body: '', other: '' }

/** Each group's visible text; the `head` group starts with what the document says about itself. */
export function groupTexts(runs: readonly GroupRun[], text: string, about: readonly string[]): GroupTexts {
  const parts: Record<TagGroup, string[]> = {
    head: [...about],
    heading: [],
    emphasis: [],
    body: [],
    other: [],
  }
  for (const run of runs) parts[run.group].push(text.slice(run.start, run.end))
  return mapGroups((group) => parts[group].filter((part) => part !== '').join('\n'))
}

/**
 * The groups with their terms, as the page's language has them. Terms are worked out when they are first asked for: not
 * every strategy looks at them, and they cost as much as parsing. Copies to another thread hold them as plain data.
 */
export function readGroups(texts: GroupTexts, language: string): Readonly<Record<TagGroup, GroupReading>> {
  return mapGroups((group) => groupReading(texts[group], language))
}

function groupReading(text: string, language: string): GroupReading {
  let terms: readonly string[] | undefined
  return {
    text,
    get terms() {
      terms ??= termsOf(text, language)
      return terms
    },
  }
}

function mapGroups<T>(make: (group: TagGroup) => T): Record<TagGroup, T> {
  return {
    head: make('head'),
    heading: make('heading'),
    emphasis: make('emphasis'),
    body: make('body'),
    other: make('other'),
  }
}
