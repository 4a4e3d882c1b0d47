import { sketchCoverage, sketchLikeness } from '../../page/fingerprint.ts'

/** Different sketches kept of one pattern: its usual page, its empty page, an error, and variants by filter or date. */
const MAX_SKETCHES = 12
/** Similarity from which pages count as the same; the standard error of the estimate is 0.06 there. */
const SAME_LOOK = 0.85
/** Minimum share of new content in a page with a generated URL. */
const MIN_NEW = 0.3

/** What the pages of one URL pattern yielded. Plain data, so that it can be saved. */
export interface PatternRecord {
  readonly pages: number
  readonly yields: number
  /** Consecutive pages without yield, and how many of them looked the same or were soft 404s. */
  readonly run: number
  readonly same: number
  readonly missing: number
  /** The latest different sketches, newest first. */
  readonly sketches: readonly string[]
}

export const NO_PAGES: PatternRecord = { pages: 0, yields: 0, run: 0, same: 0, missing: 0, sketches: [] }

/** A further page of a pattern. */
export interface PatternPage {
  readonly sketch: string
  /** Kept and not a copy. */
  readonly relevant: boolean
  readonly missing: boolean
  /** Has no link to an unknown URL. */
  readonly leadsNowhere: boolean
}

/** Whether a page has content that the earlier pages of its pattern lack. */
export function isNovel(record: PatternRecord, page: PatternPage, generated: boolean): boolean {
  if (generated) return 1 - sketchCoverage(page.sketch, record.sketches) > MIN_NEW
  return !record.sketches.some((known) => sketchLikeness(known, page.sketch) >= SAME_LOOK)
}

/** The record with one more page. `generated`: its URL can be enumerated (`UrlPattern.generated`). */
export function withPage(record: PatternRecord, page: PatternPage, generated: boolean): PatternRecord {
  const likeness = record.sketches.map((known) => sketchLikeness(known, page.sketch))
  const same = likeness.some((one) => one >= SAME_LOOK)
  const novel = isNovel(record, page, generated)
  // A calendar with the event's words on every page is still a trap.
  const barren = page.missing || (!novel && page.leadsNowhere)
  return {
    pages: record.pages + 1,
    yields: record.yields + (page.relevant && novel ? 1 : 0),
    run: barren ? record.run + 1 : 0,
    same: barren ? record.same + (same ? 1 : 0) : 0,
    missing: barren ? record.missing + (page.missing ? 1 : 0) : 0,
    sketches: [
      page.sketch,
      ...record.sketches.filter((_, i) => (likeness[i] as number) < SAME_LOOK).slice(0, MAX_SKETCHES - 1),
    ],
  }
}

/** The record after a page found through this pattern was kept. */
export function credited(record: PatternRecord): PatternRecord {
  return { ...record, yields: record.yields + 1, run: 0, same: 0, missing: 0 }
}
