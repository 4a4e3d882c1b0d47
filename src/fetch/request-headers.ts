import type { HeaderField } from '../model/exchange.ts'

/** Headers that a single request may set. None of them identifies the user. */
const OWN = new Set(['accept', 'origin', 'if-none-match', 'if-modified-since'])
const SENDABLE = /^[\x20-\x7e]{1,1024}$/

/** The default headers, overridden by those of one request; headers that may not or cannot be sent are left out. */
export function requestHeaders(
  defaults: readonly HeaderField[],
  own: readonly HeaderField[] = [],
): readonly HeaderField[] {
  const sent = own.filter(([name, value]) => OWN.has(name.toLowerCase()) && SENDABLE.test(value))
  if (sent.length === 0) return defaults
  const named = new Set(sent.map(([name]) => name.toLowerCase()))
  return [...defaults.filter(([name]) => !named.has(name.toLowerCase())), ...sent]
}
