import type { Json } from '../model/json.ts'

/** Where a command writes: results to `out`, everything about the run to `err`. Tests give their own. */
export interface Terminal {
  readonly out: { write(text: string): unknown }
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }
}

export const processTerminal: Terminal = { out: process.stdout, err: process.stderr }

/** Control characters, line and paragraph separators, direction marks. */
const OBEYED = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** Text from the web or a file, safe to show in a terminal: no control characters, no escape sequences, no bidi tricks. */
export function printable(text: string): string {
  return text.replace(OBEYED, ' ')
}

/** One JSON value per line; control characters are escaped. */
export function jsonLine(value: Json | object): string {
  const plain = JSON.stringify(value).replace(
    OBEYED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `${plain}\n`
}

/** Columns padded to their widest cell; numbers to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, width(String(cell)))
  }
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const pad = ' '.repeat(widths[i]! - width(String(cell)))
          return typeof cell === 'number' ? pad + cell : cell + pad
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Columns a string takes on screen: Han, Kana, Hangul and full-width forms take two. */
function width(text: string): number {
  let columns = 0
  for (const char of text)
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        char,
      )
        ? 2
        : 1
  return columns
}
