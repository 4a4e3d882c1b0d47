import type { Day } from '../model/event.ts'
import { type CsvRow, csvRows, csvSeparator } from './csv.ts'
import { dayFromNumber, dayNumber, dayOf, daysInMonth } from './day.ts'
import { type Series, type SeriesPoint, seriesError } from './series.ts'
import { writtenDates } from './text-date.ts'
import type { NumericOrder } from './written-date.ts'

/** Maximum number of rows: three centuries of days. */
const MAX_ROWS = 120_000
/** `<1` in an export: some interest, too little to count. */
const BELOW_ONE = 0.5
const ADVICE = 'keep one column of dates and one or more columns of numbers under one heading each'

interface DatedRow {
  readonly line: number
  readonly period: Period
  readonly cells: readonly string[]
}

interface Period {
  readonly from: Day
  /** The period that the date states; a day may be the first of a week, which only the next row shows. */
  readonly unit: 'hour' | 'day' | 'month' | 'year'
}

/** Reads a Google Trends export (with its preamble) or any table of dates and numbers: one series per column of numbers. */
export function readCsvSeries(text: string): Series[] {
  const rows = [...limited(csvRows(text, csvSeparator(text)))]
  const order = columnOrder(rows)
  const first = rows.findIndex(
    (row) => row.cells.length > 1 && readPeriod(row.cells[0] ?? '', order) !== null,
  )
  if (first === -1) throw seriesError(null, 'no row starts with a date', ADVICE)
  const heading = rows[first - 1]
  const dated: DatedRow[] = []
  for (const { line, cells } of rows.slice(first)) {
    const period = readPeriod(cells[0] ?? '', order)
    if (!period)
      throw seriesError(
        line,
        `"${(cells[0] ?? '').slice(0, 40)}" is not a date`,
        'write it as 2013-11-08, or remove rows that do not belong to the series',
      )
    dated.push({ line, period, cells })
  }
  dated.sort((a, b) => (a.period.from < b.period.from ? -1 : a.period.from > b.period.from ? 1 : 0))
  const columns = columnsOf(heading, dated)
  return columns.map(({ index, name }) => ({ name, points: pointsOf(dated, index, name) }))
}

function* limited(rows: Iterable<CsvRow>): Generator<CsvRow> {
  let count = 0
  for (const row of rows) {
    if (++count > MAX_ROWS)
      throw seriesError(
        row.line,
        `more than ${MAX_ROWS} rows`,
        'reduce the file to the time around the event',
      )
    yield row
  }
}

/** Columns of numbers by heading; columns of true and false (a flag for unfinished periods) are excluded. */
function columnsOf(heading: CsvRow | undefined, rows: readonly DatedRow[]) {
  const width = Math.max(...rows.slice(0, 50).map((row) => row.cells.length))
  const columns: { index: number; name: string }[] = []
  for (let index = 1; index < width; index++) {
    if (rows.every((row) => /^(?:true|false|)$/i.test(row.cells[index] ?? ''))) continue
    const written = heading && heading.cells.length > 1 ? heading.cells[index] : undefined
    columns.push({ index, name: plainName(written) || (width === 2 ? 'interest' : `column ${index + 1}`) })
  }
  if (columns.length === 0) throw seriesError(rows[0]?.line ?? null, 'there is no column of numbers', ADVICE)
  return columns
}

/** The search terms in `typhoon haiyan: (Worldwide)` and `"typhoon haiyan": (...)`. */
function plainName(heading: string | undefined): string {
  return (heading ?? '').replace(/:\s?\([^()]{0,80}\)$/, '').replace(/^"(.*)"$/, '$1')
}

function pointsOf(rows: readonly DatedRow[], column: number, name: string): SeriesPoint[] {
  const byDay = new Map<Day, { value: number; row: DatedRow }>()
  for (const row of rows) {
    const value = readNumber(row.cells[column] ?? '', row.line, name)
    const known = byDay.get(row.period.from)
    if (known && row.period.unit !== 'hour') {
      const lines = `lines ${known.row.line} and ${row.line}`
      throw seriesError(row.line, `${row.period.from} occurs twice (${lines})`, 'keep one row per date')
    }
    // Of the hours of a day the highest value counts, since values of different days have no common scale.
    byDay.set(row.period.from, { value: known ? Math.max(known.value, value) : value, row })
  }
  const starts = [...byDay.entries()]
  const step = usualStep(starts.map(([from]) => from))
  return starts.map(([from, { value, row }], index) => ({
    from,
    to: endOf(from, row.period.unit, step, starts[index + 1]?.[0]),
    value,
  }))
}

/** The most frequent distance between two dates: 1 for days, 7 for weeks. */
function usualStep(starts: readonly Day[]): number {
  const counts = new Map<number, number>()
  for (let index = 1; index < starts.length; index++) {
    const gap = (dayNumber(starts[index] ?? '') ?? 0) - (dayNumber(starts[index - 1] ?? '') ?? 0)
    counts.set(gap, (counts.get(gap) ?? 0) + 1)
  }
  let [step, maxCount] = [1, 0]
  for (const [gap, count] of counts) if (count > maxCount) [step, maxCount] = [gap, count]
  return step
}

function endOf(from: Day, unit: Period['unit'], step: number, next: Day | undefined): Day {
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  const firsts = step >= 28 && step <= 31 && from.endsWith('-01')
  if (unit === 'year') return `${year}-12-31`
  if (unit === 'month' || firsts) return `${from.slice(0, 7)}-${daysInMonth(year, month)}`
  const start = dayNumber(from) ?? 0
  const end = dayFromNumber(start + Math.max(1, step) - 1)
  return next !== undefined && next <= end ? dayFromNumber((dayNumber(next) ?? 0) - 1) : end
}

function readNumber(cell: string, line: number, name: string): number {
  const text = cell.replace(/[\s\u00a0\u202f']/g, '')
  // Exports leave a cell empty if there was nothing to count.
  if (text === '') return 0
  if (/^<1%?$/.test(text)) return BELOW_ONE
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(',', '.')
  const value = /^\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?%?$/i.test(plain) ? Number.parseFloat(plain) : Number.NaN
  if (!Number.isFinite(value)) {
    throw seriesError(line, `"${cell.slice(0, 40)}" in column "${name}" is not a number of 0 or more`, ADVICE)
  }
  return value
}

function readPeriod(cell: string, order: NumericOrder): Period | null {
  const text = cell.slice(0, 60)
  const month = /^(\d{4})[-/.](\d{1,2})$/.exec(text)
  if (month) return period(dayOf(Number(month[1]), Number(month[2]), 1), 'month')
  if (/^(?:1[5-9]|20)\d\d$/.test(text)) return period(dayOf(Number(text), 1, 1), 'year')
  const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)(\d\d)?$/.exec(text)
  if (compact) return period(dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3])), 'day')
  const iso = /^(\d{4})-(\d\d)-(\d\d)(T\d\d|\s\d\d:)?/.exec(text)
  if (iso) return period(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), iso[4] ? 'hour' : 'day')
  const written = writtenDates(text, 'en', order)[0]
  return written && written.start < 8 ? period(written.day, 'day') : null
}

function period(from: Day | null, unit: Period['unit']): Period | null {
  return from === null ? null : { from, unit }
}

/**
 * Dates such as 8/20/17 have one order within a column: a number above 12 anywhere in it determines the
 * order.
 */
function columnOrder(rows: readonly CsvRow[]): NumericOrder {
  let [dayFirst, monthFirst] = [0, 0]
  for (const { cells } of rows) {
    const match = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/.exec(cells[0] ?? '')
    if (match && Number(match[1]) > 12) dayFirst++
    if (match && Number(match[2]) > 12) monthFirst++
  }
  return dayFirst > monthFirst ? 'day-first' : 'month-first'
}
