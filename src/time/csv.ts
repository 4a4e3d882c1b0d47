import { seriesError } from './series.ts'

/** More than any table of a series has. */
const MAX_CELLS = 1_000
const MAX_CELL_LENGTH = 10_000

export interface CsvRow {
  /** Counted from 1, as editors do. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Rows of comma-, semicolon- or tab-separated text; quoted cells may hold separators, line breaks and doubled quotes. Blank lines are skipped. */
export function* csvRows(text: string, separator: string): Generator<CsvRow> {
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let start = 1
  const finish = (): CsvRow | null => {
    cells.push(cell.trim())
    const row = { line: start, cells }
    cells = []
    cell = ''
    return row.cells.some((content) => content !== '') ? row : null
  }
  for (let index = text.startsWith('\ufeff') ? 1 : 0; index < text.length; index++) {
    const char = text[index] ?? ''
    if (char === '\n') line++
    if (cells.length > MAX_CELLS || cell.length > MAX_CELL_LENGTH)
      throw seriesError(start, 'a row is too long', 'give a table of dates and numbers')
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[index + 1] === '"') {
        cell += '"'
        index++
      } else quoted = false
    } else if (char === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (char === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (char === '\n') {
      const row = finish()
      start = line
      if (row) yield row
    } else cell += char
  }
  const row = finish()
  if (row) yield row
}

/** The separator of the first lines. */
export function csvSeparator(text: string): string {
  const head = text.slice(0, 4_000)
  const counts = [',', ';', '\t'].map((separator) => [head.split(separator).length, separator] as const)
  const best = counts.reduce((a, b) => (b[0] > a[0] ? b : a))
  // A decimal comma next to semicolons must not win by number.
  const semicolons = counts[1]?.[0] ?? 1
  return best[1] === ',' && semicolons > head.split('\n').length / 2 ? ';' : best[1]
}
