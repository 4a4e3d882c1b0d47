import type { PageLine } from './page-line.ts'

/** What a spreadsheet would take for a formula at the start of a cell (OWASP ASVS 1.2.10), in full width too. */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/

type Cell = string | number | boolean | null | undefined

/** One RFC 4180 record. Text that a spreadsheet would run is disarmed with a leading apostrophe; numbers stay numbers. */
export function csvRecord(cells: readonly Cell[], { raw = false } = {}): string {
  return `${cells.map((cell) => csvCell(cell, raw)).join(',')}\r\n`
}

function csvCell(cell: Cell, raw: boolean): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = !raw && FORMULA_START.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== cell ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The columns of `export --format csv`, each with how it is filled. */
const COLUMNS: readonly (readonly [string, (line: PageLine) => Cell])[] = [
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
]

export const csvHeader = (): string => csvRecord(COLUMNS.map(([name]) => name))

/** `raw` leaves text as it is, for programs that read the file. */
export const csvLine = (line: PageLine, options: { raw?: boolean } = {}): string =>
  csvRecord(
    COLUMNS.map(([, cell]) => cell(line)),
    options,
  )
