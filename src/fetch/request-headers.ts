type Header = readonly [string, string]

/** What one request may say differently from all others. Nothing that tells who asks. */
const OWN = new Set(['accept', 'origin', 'if-none-match', 'if-modified-since'])
const SENDABLE = /^[\x20-\x7e]{1,1024}$/

/** The standing headers with those of one request in place of their namesakes; what may not or cannot be sent is left out. */
export function requestHeaders(standing: readonly Header[], own: readonly Header[] = []): readonly Header[] {
  const sent = own.filter(([name, value]) => OWN.has(name.toLowerCase()) && SENDABLE.test(value))
  if (sent.length === 0) return standing
  const named = new Set(sent.map(([name]) => name.toLowerCase()))
  return [...standing.filter(([name]) => !named.has(name.toLowerCase())), ...sent]
}
