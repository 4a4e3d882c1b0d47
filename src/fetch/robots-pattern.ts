/** A compiled path pattern of a robots.txt rule. */
export interface PathPattern {
  /** Octets of the normalized pattern: the longest matching pattern decides. */
  readonly length: number
  matches(path: string): boolean
}

/**
 * `*` stands for any run of characters, a final `$` for the end of the path.
 * Pattern and path must be normalized. Takes time proportional to the length of both.
 */
export function compilePattern(pattern: string): PathPattern {
  const anchored = pattern.endsWith('$')
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  const head = pieces[0] ?? ''
  const tail = anchored && pieces.length > 1 ? (pieces.at(-1) ?? '') : null
  const middle = pieces.slice(1, tail === null ? undefined : -1).filter((piece) => piece !== '')

  function matches(path: string): boolean {
    if (!path.startsWith(head)) return false
    if (anchored && tail === null) return path.length === head.length
    let at = head.length
    for (const piece of middle) {
      const found = path.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return tail === null || (path.length - tail.length >= at && path.endsWith(tail))
  }

  return { length: pattern.length, matches }
}

const UNRESERVED = /^[A-Za-z0-9\-._~]$/
const encoder = new TextEncoder()

/**
 * Percent-encoding normal form (RFC 9309 2.2.2): characters outside ASCII encoded, encoded unreserved ones decoded,
 * hexadecimal digits in upper case. Escapes of reserved characters stay, so `%2A` is never a wildcard.
 */
export function normalPath(path: string): string {
  return encodedPath(path, true)
}

/** As sent: like `normalPath`, but encoded unreserved characters stay encoded. */
export function wirePath(path: string): string {
  return encodedPath(path, false)
}

function encodedPath(path: string, decodes: boolean): string {
  let normal = ''
  let plainFrom = 0
  for (let i = 0; i < path.length; i += 1) {
    const code = path.charCodeAt(i)
    if (code === 0x25) {
      const byte = escapedByte(path, i)
      if (byte < 0) continue
      const character = String.fromCharCode(byte)
      normal += path.slice(plainFrom, i) + (decodes && UNRESERVED.test(character) ? character : escaped(byte))
      i += 2
      plainFrom = i + 1
    } else if (code > 0x7e || code <= 0x20) {
      const character = String.fromCodePoint(path.codePointAt(i) ?? code)
      normal += path.slice(plainFrom, i)
      for (const byte of encoder.encode(character)) normal += escaped(byte)
      i += character.length - 1
      plainFrom = i + 1
    }
  }
  return plainFrom === 0 ? path : normal + path.slice(plainFrom)
}

function escaped(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** The value of the escape at this index, or -1 when there is none. */
function escapedByte(path: string, at: number): number {
  const high = hexDigit(path.charCodeAt(at + 1))
  const low = hexDigit(path.charCodeAt(at + 2))
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
