import { httpUrl } from '../html/http-url.ts'

// Only what a URL parser leaves as it is: small letters in the host, no port, no dot segments, nothing to be encoded.
const HOST = '(?:[a-z0-9]+(?:-[a-z0-9]+)*\\.)+[a-z]{2,}'
const CHARACTERS = '[\\w.~!$&()*+,;=:@%-]'
const PATH = `(?:/(?![.%])${CHARACTERS}*)+`
const QUERY = `(?:\\?[/?\\w.~!$&()*+,;=:@%-]*)?`
const PLAIN = new RegExp(`^https?://${HOST}${PATH}${QUERY}$`)
const PLAIN_ON_HOST = new RegExp(`^(?!//)${PATH}${QUERY}$`)
/** Longer addresses are for the parser to judge. */
const MAX_LENGTH = 1_000

/** The absolute addresses of one page's links. Pages repeat their links, and most are written as a parser would write them. */
export class LinkUrls {
  readonly #base: string | undefined
  /** What stands before the path in addresses on the page's host; null when they cannot be told by looks. */
  readonly #host: string | null
  readonly #known = new Map<string, string | null>()

  constructor(base: string | undefined) {
    this.#base = base
    this.#host = httpUrl('/', base)?.slice(0, -1) ?? null
  }

  /** The address without its fragment; null for what is no http or https address. */
  of(href: string): string | null {
    let url = this.#known.get(href)
    if (url === undefined) {
      url = this.#plain(href) ?? httpUrl(href, this.#base)
      this.#known.set(href, url)
    }
    return url
  }

  #plain(href: string): string | undefined {
    if (this.#host === null || href.length > MAX_LENGTH) return undefined
    if (PLAIN_ON_HOST.test(href)) return this.#host + href
    return PLAIN.test(href) ? href : undefined
  }
}
