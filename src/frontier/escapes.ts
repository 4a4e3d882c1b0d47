/** RFC 3986 section 2.3: characters that mean the same escaped or not. */
const UNRESERVED = /^[A-Za-z0-9._~-]$/

/**
 * One spelling for each percent escape: unreserved characters are written plainly, hexadecimal digits in capitals, and
 * a percent sign that begins no escape is itself escaped, so that a second pass finds nothing left to do.
 */
export function normaliseEscapes(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%([0-9A-Fa-f]{2})?/g, (_, hex: string | undefined) => {
    if (hex === undefined) return '%25'
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(character) ? character : `%${hex.toUpperCase()}`
  })
}
