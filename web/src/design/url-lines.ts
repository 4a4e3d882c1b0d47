/** Maximum number of URLs in one request. */
const MAX_URLS = 100_000

/** Maximum length of a URL, as on the server. */
const MAX_LENGTH = 2_000

interface InvalidLine {
  /** From 1. */
  readonly line: number
  readonly text: string
}

export interface UrlLines {
  /** In order, each once. */
  readonly urls: readonly string[]
  readonly invalid: readonly InvalidLine[]
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** URLs as typed or pasted, one per line; `https://` is put before a bare host name. */
export function readUrls(text: string): UrlLines {
  const urls = new Set<string>()
  const invalid: InvalidLine[] = []
  for (const [index, line] of text.split('\n').entries()) {
    // A URL may hold a comma, but no white space.
    for (const word of line.split(/\s+/).filter(Boolean)) {
      const url = hasScheme(word) ? word : completed(word)
      if (url !== null && url.length <= MAX_LENGTH && isHttpUrl(url)) urls.add(url)
      else invalid.push({ line: index + 1, text: word })
    }
  }
  return { urls: [...urls], invalid }
}

/** What is wrong with a text of URLs, for the field it is typed in; null when nothing is. */
export function urlLinesError({ urls, invalid: [first] }: UrlLines, max = MAX_URLS): string | null {
  if (first) return `Line ${first.line} is not an http or https URL: ${first.text.slice(0, 60)}`
  if (urls.length <= max) return null
  return `Enter at most ${max.toLocaleString('en')} URLs; there are ${urls.length.toLocaleString('en')}.`
}

/** `host:8080/path` has a port, not a scheme. */
const hasScheme = (word: string) => /^[a-z][a-z0-9+.-]*:/i.test(word) && !/^[^/]+:\d+(\/|$)/.test(word)

/** A single word is more likely a slip than a host; with a scheme before it, it is taken for one. */
function completed(word: string): string | null {
  const url = `https://${word}`
  if (!URL.canParse(url)) return null
  const { hostname } = new URL(url)
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[') ? url : null
}
