import { sketchCoverage, sketchLikeness } from '../../page/fingerprint.ts'

/** Different looks remembered of one pattern: its usual page, its empty page, an error, and what filters and dates make of them. */
const MAX_SKETCHES = 12
/** Alike to this degree is the same page again: the estimate is off by 0.06 there. */
const SAME_LOOK = 0.85
/** Pages that can be made by counting have to show more than this share of what none of the others showed. */
const MIN_NEW = 0.3

/** What the pages of one pattern have brought. Plain, so that it can be saved. */
export interface PatternRecord {
  readonly pages: number
  readonly yields: number
  /** Pages in a row that brought nothing, and how many of them looked the same or said that there is no such page. */
  readonly run: number
  readonly same: number
  readonly missing: number
  /** The last different looks, the one met last first. */
  readonly sketches: readonly string[]
}

export const NO_PAGES: PatternRecord = { pages: 0, yields: 0, run: 0, same: 0, missing: 0, sketches: [] }

/** One more page of a pattern, as far as it matters here. */
export interface PatternPage {
  readonly sketch: string
  /** Kept, and no copy. */
  readonly relevant: boolean
  readonly missing: boolean
  /** Found nothing new to fetch. */
  readonly leadsNowhere: boolean
}

/** Whether a page shows what the pages of its pattern have not shown before. */
export function isNovel(record: PatternRecord, page: PatternPage, generated: boolean): boolean {
  if (generated) return 1 - sketchCoverage(page.sketch, record.sketches) > MIN_NEW
  return !record.sketches.some((known) => sketchLikeness(known, page.sketch) >= SAME_LOOK)
}

/** The record with one more page. `generated`: its address can be made by counting. */
export function withPage(record: PatternRecord, page: PatternPage, generated: boolean): PatternRecord {
  const likeness = record.sketches.map((known) => sketchLikeness(known, page.sketch))
  const same = likeness.some((one) => one >= SAME_LOOK)
  const novel = isNovel(record, page, generated)
  // Words of the event on every page of a calendar do not make it worth more.
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

/** The record when a page that was found through this pattern has turned out to be worth it. */
export function credited(record: PatternRecord): PatternRecord {
  return { ...record, yields: record.yields + 1, run: 0, same: 0, missing: 0 }
}
