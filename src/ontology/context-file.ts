import { EventideError } from '../model/errors.ts'
import { type Context, makeContext } from './context.ts'

const ABSENT: ReadonlySet<string> = new Set(['', '0', '-', '.', 'no', 'n', 'false'])
const PRESENT: ReadonlySet<string> = new Set(['1', 'x', 'y', 'yes', 'true', '*', '✓', '✔', '√'])

export interface ContextFileOptions {
  /** Rows are terms and columns are documents, as in OA table 1. */
  readonly rowsAreTerms?: boolean
}

/** True for a file that contains a table of documents and terms. */
export function isContextFile(file: string): boolean {
  return /\.(?:csv|tsv|json|cxt)$/i.test(file)
}

/**
 * Reads a table of documents and terms: CSV or TSV with names in the first row and column, JSON
 * (`{"document": ["term", ...]}`), or Burmeister's `.cxt`, the exchange format of formal concept analysis.
 */
export function readContext(text: string, file: string, options: ContextFileOptions = {}): Context {
  const plain = text.replace(/^\ufeff/, '')
  if (/\.json$/i.test(file)) return fromJson(plain, file)
  const table = /\.cxt$/i.test(file)
    ? burmeister(plain, file)
    : separated(plain, file, /\.tsv$/i.test(file) ? '\t' : ',')
  return options.rowsAreTerms ? turned(table) : fromTable(table)
}

interface Table {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** By row, the marked columns. */
  readonly marks: readonly (readonly number[])[]
}

function fromTable({ rows, columns, marks }: Table): Context {
  return makeContext(rows, columns, marks)
}

function turned({ rows, columns, marks }: Table): Context {
  const holds: number[][] = columns.map(() => [])
  for (const [row, marked] of marks.entries()) for (const column of marked) holds[column]?.push(row)
  return makeContext(columns, rows, holds)
}

function separated(text: string, file: string, separator: string): Table {
  const [head, ...lines] = records(text, separator).filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!head || head.cells.length < 2 || lines.length === 0)
    throw problem(file, 1, 'a table needs a first row with names and at least one row below it')
  const columns = head.cells.slice(1)
  refuseDoubles(columns, file, 1)
  refuseDoubles(
    lines.map(({ cells }) => cells[0] ?? ''),
    file,
    1,
  )
  const marks = lines.map(({ cells, line }) => {
    if (cells.length > head.cells.length)
      throw problem(file, line, `${cells.length} cells, but the first row has ${head.cells.length}`)
    return cells.slice(1).flatMap((cell, column) => (isMark(cell, file, line) ? [column] : []))
  })
  return { rows: lines.map(({ cells }) => cells[0] ?? ''), columns, marks }
}

function isMark(cell: string, file: string, line: number): boolean {
  const mark = cell.toLowerCase()
  if (ABSENT.has(mark)) return false
  if (PRESENT.has(mark)) return true
  const count = Number(mark)
  if (Number.isFinite(count) && count >= 0) return count > 0
  throw problem(
    file,
    line,
    `"${cell.slice(0, 40)}" is neither a mark (1, x, yes) nor empty (0, no), nor a count`,
  )
}

/** RFC 4180 records, cells trimmed, each with the line it starts on. */
function records(text: string, separator: string): { cells: string[]; line: number }[] {
  const found: { cells: string[]; line: number }[] = []
  let line = 1
  let current = { cells: [] as string[], line }
  let cell = ''
  let quoted = false
  // Trimming the cell at each quotation mark would take quadratic time.
  let isBlank = true
  const append = (char: string) => {
    cell += char
    if (isBlank && char.trim() !== '') isBlank = false
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (char === '\n') line++
    if (quoted) {
      if (char !== '"') append(char)
      else if (text[i + 1] === '"') {
        append('"')
        i++
      } else quoted = false
    } else if (char === '"' && isBlank) {
      quoted = true
      cell = ''
    } else if (char === separator || char === '\n') {
      current.cells.push(cell.trim())
      cell = ''
      isBlank = true
      if (char === '\n') {
        found.push(current)
        current = { cells: [], line }
      }
    } else append(char)
  }
  current.cells.push(cell.trim())
  return [...found, current]
}

function burmeister(text: string, file: string): Table {
  const lines = text.split(/\r?\n/)
  if (lines[0]?.trim() !== 'B')
    throw problem(file, 1, 'a .cxt file must start with a line that contains only B')
  let at = 1
  const next = () => lines[at++]?.trim() ?? ''
  // The name of the context, or an empty line.
  let first = next()
  if (!/^\d+$/.test(first)) first = next()
  const [rowCount, columnCount] = [count(first, file, at), count(next(), file, at)]
  if (lines[at]?.trim() === '') at++
  const rows = Array.from({ length: rowCount }, next)
  const columns = Array.from({ length: columnCount }, next)
  const marks = rows.map(() => {
    const row = next()
    if (!/^[xX.]*$/.test(row) || row.length !== columnCount)
      throw problem(file, at, `expected ${columnCount} characters, each X or .`)
    return [...row].flatMap((char, column) => (char === '.' ? [] : [column]))
  })
  return { rows, columns, marks }
}

function count(text: string, file: string, line: number): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw problem(file, line, `"${text.slice(0, 40)}" is not a number of rows or columns`)
}

function fromJson(text: string, file: string): Context {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new EventideError('context', `${file} is not valid JSON`, { cause })
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries = isObject ? Object.entries(value as object) : []
  if (entries.length === 0)
    throw new EventideError('context', `${file}: expected {"document": ["term", ...], ...}`)
  const terms = new Map<string, number>()
  const holds = entries.map(([document, held]) => {
    if (!Array.isArray(held) || held.some((term) => typeof term !== 'string'))
      throw new EventideError(
        'context',
        `${file}: the terms of "${document.slice(0, 80)}" must be a list of words`,
      )
    return (held as string[]).map((term) => {
      const number = terms.get(term) ?? terms.size
      terms.set(term, number)
      return number
    })
  })
  return makeContext(
    entries.map(([document]) => document),
    [...terms.keys()],
    holds,
  )
}

function refuseDoubles(names: readonly string[], file: string, line: number): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (name === '') throw problem(file, line, 'a row or column has no name')
    if (seen.has(name)) throw problem(file, line, `the name "${name.slice(0, 80)}" occurs twice`)
    seen.add(name)
  }
}

function problem(file: string, line: number, what: string): EventideError {
  return new EventideError('context', `${file}:${line}: ${what}`)
}
