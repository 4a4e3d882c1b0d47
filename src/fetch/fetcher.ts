import type { Exchange, HeaderField } from '../model/exchange.ts'

export interface FetchResult {
  readonly exchange: Exchange
  /** The body with its content encodings undone, at most `FetchLimits.decodedBytes` long. */
  readonly body: Uint8Array
}

export interface FetchOptions {
  /** Whether a body of this content type ('' when none was declared) is wanted; replaces the fetcher's own rule. */
  readonly accept?: (contentType: string) => boolean
  /** Waited for when the connection stands, before the request is sent; what it rejects with, the fetch does. Not called through a proxy. */
  readonly turn?: (address: string, stop: AbortSignal) => Promise<void>
  /** Sent with this request, instead of the fetcher's own of the same name. What cannot be sent is left out. */
  readonly headers?: readonly HeaderField[]
}

/**
 * Gets one answer to one GET. Redirects are answers like any other and are never followed.
 * Rejects with `FetchFailure`, or with the signal's reason when the caller gave up.
 */
export interface Fetcher {
  fetch(url: string, signal?: AbortSignal, options?: FetchOptions): Promise<FetchResult>
  close(): Promise<void>
}
