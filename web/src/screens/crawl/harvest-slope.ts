export interface HarvestPoint {
  readonly fetched: number
  readonly kept: number
}

/** The share of fetched pages over which the current slope is measured. */
const TAIL = 0.1
/** Fewer pages are too few to measure a slope. */
const MIN = 20

/** The harvest of the most recent pages, as opposed to the overall one. Null while there are too few. */
export function harvestSlope(curve: readonly HarvestPoint[]): number | null {
  const end = curve.at(-1)
  if (!end || end.fetched < MIN) return null
  const span = Math.max(MIN, end.fetched * TAIL)
  const start = curve.findLast((point) => point.fetched <= end.fetched - span) ?? { fetched: 0, kept: 0 }
  const fetched = end.fetched - start.fetched
  return fetched <= 0 ? null : Math.max(0, Math.min(1, (end.kept - start.kept) / fetched))
}
