import { httpUrl } from '../html/http-url.ts'

// Only URLs that `URL` leaves unchanged: lower-case host, no port, no dot segments, nothing to encode.
const HOST = '(?:[a-z0-9]+(?:-[a-z0-9]+)*\\.)+[a-z]{2,}'
const CHARACTERS = '[\\w.~!$&()*+,;=:@%-]'
const PATH = `(?:/(?![.%])${CHARACTERS}*)+`
const QUERY = `(?:\\?[/?\\w.~!$&()*+,;=:@%-]*)?`
const PLAIN = new RegExp(`^https?://${HOST}${PATH}${QUERY}$`)
const PLAIN_ON_HOST = new RegExp(`^(?!//)${PATH}${QUERY}$`)
/** Longer URLs are always parsed. */
const MAX_LENGTH = 1_000

/**
 * Absolute URLs of a page's links, cached. Most are already in the form that `URL` returns and need no
 * parsing.
 */
export class LinkUrls {
  readonly #base: string | undefined
  /** Scheme and host of the page; null when relative URLs must be parsed. */
  readonly #host: string | null
  readonly #known = new Map<string, string | null>()

  constructor(base: string | undefined) {
    this.#base = base
    this.#host = httpUrl('/', base)?.slice(0, -1) ?? null
  }

  /** The URL without fragment; null unless it is http or https. */
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
