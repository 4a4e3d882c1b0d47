const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text for an element or an attribute of XML, whatever it holds; characters XML cannot hold become spaces. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (char) => ESCAPES.get(char) ?? char)
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
}
