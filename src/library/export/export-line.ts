import type { PageRecord } from '../../store/records.ts'
import { lineOfRecord, type PageLine } from '../page-line.ts'

/** One page as every export format tells it: a line of `judge`, and what only a collection knows. docs/export.md */
export interface ExportLine extends PageLine, Pick<PageRecord, 'kind' | 'curated'> {
  /** Its number in the collection, by which the library shows it. */
  readonly page: number
  /** Folder name of the collection. */
  readonly collection: string
}

export function exportLine(page: PageRecord, collection: string): ExportLine {
  const { kind, curated, id } = page
  return { ...lineOfRecord(page), kind, curated, page: id, collection }
}
