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
