import { type Cell, csvRecord } from '../csv.ts'
import type { ExportLine } from './export-line.ts'

/** The columns of `export --format csv` and their values. */
const COLUMNS: readonly (readonly [string, (line: ExportLine) => Cell])[] = [
  ['url', (l) => l.url],
  ['canonicalUrl', (l) => l.canonicalUrl],
  ['title', (l) => l.title],
  ['language', (l) => l.language],
  ['published', (l) => l.published],
  ['publishedFrom', (l) => l.publishedFrom],
  ['place', (l) => l.places[0]?.name],
  ['lat', (l) => l.places[0]?.lat],
  ['lon', (l) => l.places[0]?.lon],
  ['places', (l) => l.places.map((p) => p.name).join('; ')],
  ['relevance', (l) => l.relevance],
  ['relevant', (l) => l.relevant],
  ['source', (l) => l.source],
  ['depth', (l) => l.depth],
  ['parent', (l) => l.parent],
  ['duplicateOf', (l) => l.duplicateOf],
  ['order', (l) => l.order],
  ['fetchedAt', (l) => l.fetchedAt],
  ['status', (l) => l.status],
  ['warcFile', (l) => l.warc?.file],
  ['warcOffset', (l) => l.warc?.offset],
  ['warcLength', (l) => l.warc?.length],
  ['textDigest', (l) => l.textDigest],
  ['summary', (l) => l.summary],
  ['who', (l) => l.who.map((one) => one.name).join('; ')],
  ['robots', (l) => l.robots?.because.join('; ')],
  ['kind', (l) => l.kind],
  ['curated', (l) => l.curated],
  ['page', (l) => l.page],
  ['collection', (l) => l.collection],
]

export const csvHeader = (): string => csvRecord(COLUMNS.map(([name]) => name))

/** `raw` leaves text unchanged, for programs that read the file. */
export const csvLine = (line: ExportLine, options: { raw?: boolean } = {}): string =>
  csvRecord(
    COLUMNS.map(([, cell]) => cell(line)),
    options,
  )
