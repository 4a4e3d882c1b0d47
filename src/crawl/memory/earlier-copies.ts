import { parseResponse } from '../../archive/http-block.ts'
import { readCapture } from '../../archive/read-capture.ts'
import { headerValue } from '../../http/headers.ts'
import type { Lease, UrlId } from '../../model/crawl.ts'
import type { HeaderField, KnownPayload } from '../../model/exchange.ts'
import type { EarlierCopy } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

/** The conditional request for a page that was archived before. */
export interface ConditionalRequest {
  readonly headers: readonly HeaderField[]
  /** The payload that a 304 confirms. */
  readonly of: KnownPayload
}

/**
 * Pages that are checked again for new links are requested conditionally (RFC 9110, section 13), if their last archived
 * response has an ETag or Last-Modified header.
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

  /** Undefined if the page must be fetched in full. */
  async requestFor({ id, url }: Lease): Promise<ConditionalRequest | undefined> {
    const copy = this.#copies.get(id)
    if (!copy || copy.url !== url) return undefined
    // A damaged record only means a full fetch; `verify` reports the damage.
    const { capture, drawn } = await readCapture(this.#archiveDir, copy).catch(() => NOTHING)
    // The content of a rendered page may change while its HTML does not.
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
