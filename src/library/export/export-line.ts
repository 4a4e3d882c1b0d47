import type { PageRecord } from '../../store/records.ts'
import { lineOfRecord, type PageLine } from '../page-line.ts'

/** One page in an export: the fields of a line of `judge`, and those that only a collection has. See docs/export.md. */
export interface ExportLine extends PageLine, Pick<PageRecord, 'kind' | 'curated'> {
  /** Id of the page in the collection. */
  readonly page: number
  /** Folder name of the collection. */
  readonly collection: string
}

export function exportLine(page: PageRecord, collection: string): ExportLine {
  const { kind, curated, id } = page
  return { ...lineOfRecord(page), kind, curated, page: id, collection }
}
