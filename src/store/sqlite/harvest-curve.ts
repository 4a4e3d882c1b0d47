import type { HarvestPoint } from '../records.ts'
import type { Connection } from './connection.ts'

/** Reads an index only, no page rows. */
const KEPT_ORDERS =
  'SELECT ord FROM pages INDEXED BY pages_columns WHERE kept = 1 AND duplicate_of IS NULL ORDER BY ord'

export function harvestCurve(connection: Connection, points: number): HarvestPoint[] {
  const fetched = connection.get<{ n: number | null }>('SELECT max(ord) AS n FROM pages')?.n ?? 0
  if (fetched === 0) return []
  const step = Math.max(1, Math.ceil(fetched / points))
  const curve: HarvestPoint[] = []
  let kept = 0
  for (const { ord } of connection.all<{ ord: number }>(KEPT_ORDERS)) {
    while (ord > (curve.length + 1) * step) curve.push({ fetched: (curve.length + 1) * step, kept })
    kept++
  }
  while ((curve.length + 1) * step < fetched) curve.push({ fetched: (curve.length + 1) * step, kept })
  curve.push({ fetched, kept })
  return curve
}
