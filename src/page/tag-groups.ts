import { type GroupReading, type PageReading, TAG_GROUPS, type TagGroup } from '../model/page.ts'
import { termsOf } from '../text/terms.ts'

/** One span of visible text that belongs to a tag group. */
export interface GroupRun {
  readonly group: TagGroup
  readonly start: number
  end: number
}

type GroupTexts = Readonly<Record<TagGroup, string>>

const NO_TEXTS: GroupTexts = { head: '', heading: '', emphasis: '', body: '', other: '' }

/** The data from which the groups of a page are computed, besides its text. */
export interface GroupParts {
  /** Text at the start of each group: for `head`, the metadata of the document. */
  readonly leads: GroupTexts
  /**
   * `NUMBERS` values for each span of the visible text: the index of its group in `TAG_GROUPS`, its start and
   * its end.
   */
  readonly spans: Int32Array
}

type Groups = PageReading['groups']

const NUMBERS = 3
const NO_SPANS = new Int32Array(0)
const NUMBER_OF = Object.fromEntries(TAG_GROUPS.map((group, number) => [group, number])) as Record<
  TagGroup,
  number
>

/** Groups of the runs of a page's visible text; `head` starts with `about`. */
export function partsOfRuns(runs: readonly GroupRun[], about: readonly string[]): GroupParts {
  const spans = new Int32Array(runs.length * NUMBERS)
  for (let i = 0, at = 0; i < runs.length; i++, at += NUMBERS) {
    const { group, start, end } = runs[i] as GroupRun
    spans[at] = NUMBER_OF[group]
    spans[at + 1] = start
    spans[at + 2] = end
  }
  return { leads: { ...NO_TEXTS, head: joined(about) }, spans }
}

/** Groups with the given texts. */
export function partsOfTexts(texts: Partial<GroupTexts>): GroupParts {
  return { leads: { ...NO_TEXTS, ...texts }, spans: NO_SPANS }
}

const known = new WeakMap<Groups, GroupParts>()

/** The data of the groups, for another thread to compute them from. */
export function partsOf(groups: Groups): GroupParts {
  return known.get(groups) ?? partsOfTexts(mapGroups((group) => groups[group].text))
}

/**
 * The groups of a page with this visible text, in its language. Texts and terms are computed on first use:
 * not every strategy needs them, and computing the terms takes as long as parsing.
 */
export function readGroups(parts: GroupParts, text: string, language: string): Groups {
  const groups = mapGroups((group) => groupReading(parts, group, text, language))
  known.set(groups, parts)
  return groups
}

function groupReading(parts: GroupParts, group: TagGroup, visible: string, language: string): GroupReading {
  let text: string | undefined
  let terms: readonly string[] | undefined
  return {
    get text() {
      text ??= textOf(parts, group, visible)
      return text
    },
    get terms() {
      terms ??= termsOf(this.text, language)
      return terms
    },
  }
}

function textOf({ leads, spans }: GroupParts, group: TagGroup, visible: string): string {
  const number = NUMBER_OF[group]
  const pieces = [leads[group]]
  for (let at = 0; at < spans.length; at += NUMBERS)
    if (spans[at] === number) pieces.push(visible.slice(spans[at + 1], spans[at + 2]))
  return joined(pieces)
}

function joined(pieces: readonly string[]): string {
  return pieces.filter((piece) => piece !== '').join('\n')
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
