import type { HeaderField } from '../model/exchange.ts'

/** The first value of a header, or of a WARC field; names compare without regard to case. */
export function headerValue(fields: readonly HeaderField[], name: string): string | undefined {
  const sought = name.toLowerCase()
  return fields.find(([key]) => key.toLowerCase() === sought)?.[1]
}

/** Every value of a header, in the order received. */
export function headerValues(fields: readonly HeaderField[], name: string): string[] {
  const sought = name.toLowerCase()
  return fields.flatMap(([key, value]) => (key.toLowerCase() === sought ? [value] : []))
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Where a redirect leads, as browsers read it. Header values are kept byte by byte, as Latin-1: bytes beyond ASCII that are UTF-8 are decoded
 * as such, any others are percent-encoded.
 */
export function redirectLocation(fields: readonly HeaderField[]): string | undefined {
  const value = headerValue(fields, 'location')
  if (value === undefined || !/[\u0080-\u00ff]/.test(value)) return value
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'))
  } catch {
    return value.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  }
}
