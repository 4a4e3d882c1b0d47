import type { TagGroup } from '../model/page.ts'
import {
  BARRIER,
  DIVISION,
  ENDED_BY,
  ENDS_FOREIGN,
  ENDS_PARAGRAPH,
  GROUP_OF,
  HEAD_CONTENT,
  INLINE,
  INVISIBLE,
  isBlock,
  KNOWN_NAMES,
  RAW_TEXT,
  TABLE_PART,
  VOID,
} from './elements.ts'

/** The properties of an element by its name, looked up once: pages have thousands of elements. */
export interface ElementKind {
  readonly name: string
  /** A small unique number; 0 for unknown names. */
  readonly number: number
  readonly isVoid: boolean
  readonly isRawText: boolean
  /** Its content is code. */
  readonly isCode: boolean
  readonly isBlock: boolean
  readonly isInline: boolean
  readonly isDivision: boolean
  readonly isUnseen: boolean
  readonly isBarrier: boolean
  readonly isTablePart: boolean
  /** `svg` and `math`, whose content follows other rules. */
  readonly isForeign: boolean
  readonly leavesForeign: boolean
  readonly isHeadContent: boolean
  /** A unique bit if another element's start tag may end this one, otherwise 0. */
  readonly endable: number
  /** The bits of the elements that its start tag ends. */
  readonly ends: number
  readonly endsParagraph: boolean
  readonly group: TagGroup | undefined
}

/** Names that start tags may end: few enough for a bit each. */
const ENDABLE = [...new Set(['p', ...[...ENDED_BY.values()].flatMap((names) => [...names])])]
const bitOf = (name: string): number => {
  const index = ENDABLE.indexOf(name)
  return index < 0 ? 0 : 1 << index
}

export const PARAGRAPH = bitOf('p')

const KNOWN: ReadonlyMap<string, ElementKind> = new Map(
  [...KNOWN_NAMES].map((name, index) => [name, describe(name, index + 1)]),
)

/** Numbers of kinds are smaller than this. */
export const KINDS = KNOWN.size + 1

/** The kind of the element with this lower-case name. */
export function kindOf(name: string): ElementKind {
  return KNOWN.get(name) ?? describe(name, 0)
}

function describe(name: string, number: number): ElementKind {
  return {
    name,
    number,
    isVoid: VOID.has(name),
    isRawText: RAW_TEXT.has(name),
    isCode: name === 'script' || name === 'style',
    isBlock: isBlock(name),
    isInline: INLINE.has(name),
    isDivision: DIVISION.has(name),
    isUnseen: INVISIBLE.has(name),
    isBarrier: BARRIER.has(name),
    isTablePart: TABLE_PART.has(name),
    isForeign: name === 'svg' || name === 'math',
    leavesForeign: ENDS_FOREIGN.has(name),
    isHeadContent: HEAD_CONTENT.has(name),
    endable: bitOf(name),
    ends: [...(ENDED_BY.get(name) ?? [])].reduce((bits, ended) => bits | bitOf(ended), 0),
    endsParagraph: ENDS_PARAGRAPH.has(name),
    group: GROUP_OF.get(name),
  }
}
