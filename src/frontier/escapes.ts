/** RFC 3986 section 2.3: characters that are equivalent whether escaped or not. */
const UNRESERVED = /^[A-Za-z0-9._~-]$/

/**
 * Normalizes percent escapes: unreserved characters are unescaped, hexadecimal digits are upper case, and a percent sign that does not
 * start an escape is escaped, so that a second pass changes nothing.
 */
export function normaliseEscapes(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%([0-9A-Fa-f]{2})?/g, (_, hex: string | undefined) => {
    if (hex === undefined) return '%25'
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(character) ? character : `%${hex.toUpperCase()}`
  })
}
