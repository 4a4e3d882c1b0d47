import { csvRecord } from '../../../../src/library/csv.ts'
import type { Source } from './source-columns.ts'

const COLUMNS: readonly (readonly [string, (source: Source) => string | number | null])[] = [
  ['source', (s) => s.source],
  ['decision', (s) => s.curated],
  ['yield', (s) => s.yield],
  ['importance', (s) => s.importance],
  ['hosts', (s) => s.hosts],
  ['fetched', (s) => s.fetched],
  ['kept', (s) => s.kept],
  ['copies', (s) => s.copies],
  ['queued', (s) => s.queued],
  ['failed', (s) => s.failed],
  ['excluded', (s) => s.excluded],
  ['errors', (s) => s.errors.map(({ code, count }) => `${code} ${count}`).join('; ')],
  ['delayMs', (s) => s.delayMs],
  ['failures', (s) => s.failures],
  ['restingUntil', (s) => s.restingUntil],
  ['firstPublished', (s) => s.firstPublished],
  ['lastPublished', (s) => s.lastPublished],
]

/** The sources as a table that a spreadsheet opens without running anything in it. */
export function sourcesCsv(sources: readonly Source[]): string {
  const head = csvRecord(COLUMNS.map(([name]) => name))
  return head + sources.map((source) => csvRecord(COLUMNS.map(([, value]) => value(source)))).join('')
}
