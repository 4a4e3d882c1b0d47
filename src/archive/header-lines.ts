import type { HeaderField } from '../model/exchange.ts'

// Larger than any real header; the largest hold tens of kilobytes of cookies.
export const MAX_HEADER_BYTES = 1024 * 1024

const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/g
// RFC 9110 section 5.5: CR, LF and NUL become spaces, and so do the other ASCII control characters except the tab. Higher control
// characters are bytes of another character set and stay.
const CONTROL = /[^\t -~\x80-\uffff]/g
const BEYOND_A_BYTE = /[^\0-\xff]/

/** A safe field name: every character that is not a token character becomes `_`. */
export function safeName(name: string): string {
  return name === '' ? '_' : name.replace(NOT_TOKEN, '_')
}

/** A value on one line, trimmed. */
export function safeValue(value: string): string {
  const line = value.replace(CONTROL, ' ')
  let start = 0
  let end = line.length
  while (start < end && isBlank(line.charCodeAt(start))) start += 1
  while (end > start && isBlank(line.charCodeAt(end - 1))) end -= 1
  return line.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** A header block of `first` and the fields, with the closing empty line. No value can add a line. */
export function headerBlock(
  first: string,
  fields: readonly HeaderField[],
  text: 'utf8' | 'bytes' = 'bytes',
): Buffer {
  const lines = [`${safeValue(first)}\r\n`]
  for (const [name, value] of fields) lines.push(`${safeName(name)}: ${safeValue(value)}\r\n`)
  lines.push('\r\n')
  const block = lines.join('')
  if (text === 'utf8') return Buffer.from(block)
  // Node gives header values as one character per byte. Other characters come from text.
  if (!BEYOND_A_BYTE.test(block)) return Buffer.from(block, 'latin1')
  return Buffer.concat(lines.map((line) => Buffer.from(line, BEYOND_A_BYTE.test(line) ? 'utf8' : 'latin1')))
}

export interface ParsedHeader {
  readonly first: string
  readonly fields: readonly HeaderField[]
  /** Length including the empty line. */
  readonly length: number
}

/**
 * Parses a header block: CRLF or LF, folded lines joined, lines without a colon skipped.
 * Null when it is not closed by an empty line.
 */
export function parseHeader(bytes: Buffer, text: 'utf8' | 'latin1'): ParsedHeader | null {
  const limit = Math.min(bytes.length, MAX_HEADER_BYTES)
  const fields: [string, string][] = []
  let first: string | null = null
  let at = 0
  while (at < limit) {
    const newline = bytes.indexOf(10, at)
    if (newline === -1 || newline >= limit) return null
    const end = newline > at && bytes[newline - 1] === 13 ? newline - 1 : newline
    if (end === at) return first === null ? null : { first, fields, length: newline + 1 }
    const line = bytes.toString(text, at, end)
    if (first === null) first = line
    else addLine(fields, line)
    at = newline + 1
  }
  return null
}

function addLine(fields: [string, string][], line: string): void {
  const last = fields.at(-1)
  if (isBlank(line.charCodeAt(0))) {
    if (last) last[1] = `${last[1]} ${safeValue(line)}`
    return
  }
  const colon = line.indexOf(':')
  if (colon > 0) fields.push([line.slice(0, colon).trim(), safeValue(line.slice(colon + 1))])
}
