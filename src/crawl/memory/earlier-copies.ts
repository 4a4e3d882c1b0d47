import { parseResponse } from '../../archive/http-block.ts'
import { readCapture } from '../../archive/read-capture.ts'
import { headerValue } from '../../http/headers.ts'
import type { Lease, UrlId } from '../../model/crawl.ts'
import type { HeaderField, KnownPayload } from '../../model/exchange.ts'
import type { EarlierCopy } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

/** The conditional request for a page that was archived before. */
export interface Question {
  readonly headers: readonly HeaderField[]
  /** What a 304 speaks of. */
  readonly of: KnownPayload
}

/**
 * Pages that are looked at again for their links are asked for only if they have changed (RFC 9110, section 13), where their last
 * archived answer said by what that can be told.
 */
export class EarlierCopies {
  readonly #archiveDir: string
  readonly #copies: ReadonlyMap<UrlId, EarlierCopy>

  private constructor(archiveDir: string, copies: ReadonlyMap<UrlId, EarlierCopy>) {
    this.#archiveDir = archiveDir
    this.#copies = copies
  }

  static async of(store: Pick<Store, 'looks'>, archiveDir: string): Promise<EarlierCopies> {
    return new EarlierCopies(archiveDir, await store.looks())
  }

  /** Undefined when the page must come whole. */
  async question({ id, url }: Lease): Promise<Question | undefined> {
    const copy = this.#copies.get(id)
    if (!copy || copy.url !== url) return undefined
    // Whatever is wrong with a record, the page can be had without it; `verify` tells of it.
    const { capture, drawn } = await readCapture(this.#archiveDir, copy).catch(() => NOTHING)
    // What a page drawn by script shows may change while its own bytes do not.
    const response = capture && !drawn ? parseResponse(capture.block) : null
    if (response?.status !== 200) return undefined
    const etag = headerValue(response.headers, 'etag')
    const modified = headerValue(response.headers, 'last-modified')
    const headers: (readonly [string, string])[] = []
    if (etag) headers.push(['If-None-Match', etag])
    if (modified) headers.push(['If-Modified-Since', modified])
    return headers.length > 0 ? { headers, of: copy.payload } : undefined
  }
}

const NOTHING = { capture: null, drawn: null }
