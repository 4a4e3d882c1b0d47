import { jsonLines } from './json-lines.ts'
import type { SkippedLines } from './skipped-lines.ts'
import type { SourcedPage } from './sourced-page.ts'
import { badLine } from './text-lines.ts'

/** Reads pages from JSON lines: `{"url", "html" or "text", "title"?, "date"?}`; other fields are passed through. */
export function pageLines(file: string, lines: SkippedLines): AsyncGenerator<SourcedPage> {
  return jsonLines(file, lines, pageOfLine)
}

/** Reads one line as a page. */
export function pageOfLine(value: unknown, where: string): SourcedPage {
  const fields = fieldsOf(value, where)
  const text = (key: string): string | undefined => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (field === undefined || field === null) return undefined
    if (typeof field === 'string') return field
    throw badLine(where, `"${key}" must be text`)
  }
  const url = text('url')
  const html = text('html')
  const body = html ?? text('text')
  if (url === undefined) throw badLine(where, 'a line needs a "url"')
  if (body === undefined) throw badLine(where, 'a line needs "html" or "text"')
  const contentType = html === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8'
  return {
    input: { url, body: Buffer.from(body), contentType },
    title: text('title'),
    date: text('date'),
    fields: withoutPage(fields),
    where,
  }
}

/** The fields of a line, which must be a JSON object. */
export function fieldsOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw badLine(where, 'a line must be a JSON object')
}

function withoutPage(fields: Record<string, unknown>): Record<string, unknown> {
  const { html: _html, text: _text, ...others } = fields
  return others
}
