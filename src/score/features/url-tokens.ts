/** Parts of URLs without meaning (EV 4.2.3). */
const EMPTY_TOKENS = new Set([
  'http',
  'https',
  'www',
  'com',
  'net',
  'org',
  'html',
  'htm',
  'php',
  'asp',
  'aspx',
  'index',
  'amp',
])

/** Longer URLs are truncated: their tail is parameters, not words. */
const MAX_URL_LENGTH = 2_000

/** The words of a URL: split at everything that is not a letter; percent-encoded letters of any script are decoded. */
export function urlTokens(url: string): string[] {
  const readable = decoded(url.slice(0, MAX_URL_LENGTH)).toLowerCase()
  return readable.split(/[^\p{L}\p{M}]+/u).filter((token) => token.length > 1 && !EMPTY_TOKENS.has(token))
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
