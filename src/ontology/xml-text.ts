import { escapeHtml } from '../html/escape-html.ts'

/** Text for an element or an attribute of XML; characters that XML does not allow become spaces. */
export function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed()).replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
}
