import type { DateRole } from '../html/date-names.ts'
import type { DateHint, DateHints } from './hint.ts'

/**
 * How far each kind of evidence is trusted, on one scale: what is stated for machines and means nothing else
 * about 3; what readers see at the heading about 2; names that also mean other things 1; changes, data of other
 * objects and margins below that. docs/page-reading.md gives the reasons and how little the result depends on them.
 */
export const WEIGHTS = {
  address: 2.5,
  linkedArticle: 3.2,
  linkedPage: 3,
  linkedOther: 0.8,
  microdata: 3,
  microdataWeak: 1,
  meta: 3.1,
  metaWeak: 1.2,
  metaUnclear: 0.8,
  script: 1.6,
  scriptLater: 0.8,
  scriptUnclear: 0.4,
  published: 2.6,
  dated: 2.1,
  byline: 1.9,
  text: 1.8,
  titleText: 0.8,
  textAlone: 1.2,
  modified: 0.7,
  modifiedInScript: 0.4,
} as const

/**
 * Linked data may describe other pages too; the margins of a page mostly do, and comments always have dates
 * of their own.
 */
const DATA_ASIDE = 0.5
const VISIBLE_IN = { main: 1, aside: 0.35, comment: 0.15 } as const

/** Factor for the second, third ... day in hints of one kind: such days usually belong to something else. */
const LATER_DAYS = [1, 0.65, 0.45, 0.35]
const STILL_LATER = 0.2

/** Maximum number of characters between a dateline and the heading below it. */
const BEFORE_TITLE = 150
const AFTER_TITLE = 600

/** Trust in a machine-readable date. */
export function dataWeight({ kind, rank, region }: DateHint, role: DateRole): number {
  if (role === 'modified') return kind === 'script' ? WEIGHTS.modifiedInScript : WEIGHTS.modified
  if (kind === 'json-ld') {
    if (rank < 1) return WEIGHTS.linkedArticle
    return rank < 2 ? WEIGHTS.linkedPage : WEIGHTS.linkedOther
  }
  if (kind === 'script') {
    if (role === 'unclear') return WEIGHTS.scriptUnclear
    return rank <= 1 ? WEIGHTS.script : WEIGHTS.scriptLater
  }
  const where = region === 'main' ? 1 : DATA_ASIDE
  if (kind === 'microdata') return where * (rank === 0 ? WEIGHTS.microdata : WEIGHTS.microdataWeak)
  return where * (rank === 0 ? WEIGHTS.meta : rank === 1 ? WEIGHTS.metaWeak : WEIGHTS.metaUnclear)
}

/** Trust in a visible date. */
export function visibleWeight(hint: DateHint, role: DateRole, hints: DateHints): number {
  return VISIBLE_IN[hint.region] * nearness(hint, hints) * roleWeight(hint, role)
}

function roleWeight({ kind, rank }: DateHint, role: DateRole): number {
  if (role === 'modified') return WEIGHTS.modified
  if (role === 'published') return WEIGHTS.published
  if (kind === 'text') return rank === 0 ? WEIGHTS.text : WEIGHTS.titleText
  return rank <= 1 ? WEIGHTS.dated : WEIGHTS.byline
}

/** A dateline is near the heading: the farther away a date is, the less likely it is the publication date. */
function nearness(hint: DateHint, { titleAt }: DateHints): number {
  if (titleAt === null || (hint.kind === 'text' && hint.rank > 0)) return 0.9
  const distance = hint.at - titleAt
  if (distance < 0) return distance >= -BEFORE_TITLE ? 0.9 : 0.6
  return distance < AFTER_TITLE ? 1 : 0.75
}

/** True for a date at the heading or after it; site headers with the current date come before it. */
export function isFromTitleOn(hint: DateHint, { titleAt }: DateHints): boolean {
  return hint.at >= (titleAt ?? 0) - BEFORE_TITLE
}

/** A dateline has few words before it; a date later in a sentence belongs to the event it describes. */
export function proseFactor(charsBefore: number, length: number): number {
  if (charsBefore > 80) return 0.2
  if (charsBefore > 30) return 0.5
  return charsBefore > 18 && length > 150 ? 0.4 : 1
}

/** The weight of the nth day in hints of one kind, from 0. */
export function laterFactor(index: number): number {
  return LATER_DAYS[index] ?? STILL_LATER
}
