/** Longer than any HTTP date. */
const MAX_LENGTH = 64

/** RFC 9110 section 10.2.3: seconds, or a date. Milliseconds from `now`, never negative; null when it is neither. */
export function retryAfterMs(header: string, now: number): number | null {
  if (header.length > MAX_LENGTH) return null
  const value = header.trim()
  if (/^\d{1,15}$/.test(value)) return Number(value) * 1000
  if (!/^[A-Z][a-z]{2,8},? /.test(value)) return null
  const at = Date.parse(/(?:GMT|UTC)$/.test(value) ? value : `${value} GMT`)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
