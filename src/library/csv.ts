/** Characters at the start of a cell that a spreadsheet would interpret as a formula (OWASP ASVS 1.2.10), including full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/

export type Cell = string | number | boolean | null | undefined

/** One RFC 4180 record. Text that a spreadsheet would execute gets a leading apostrophe; numbers are unchanged. */
export function csvRecord(cells: readonly Cell[], { raw = false } = {}): string {
  return `${cells.map((cell) => csvCell(cell, raw)).join(',')}\r\n`
}

function csvCell(cell: Cell, raw: boolean): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = !raw && FORMULA_START.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== cell ? `"${safe.replaceAll('"', '""')}"` : safe
}
