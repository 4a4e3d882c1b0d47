import type { Exchange, HeaderField } from '../model/exchange.ts'

export interface FetchResult {
  readonly exchange: Exchange
  /** The decoded body, at most `FetchLimits.decodedBytes` long. */
  readonly body: Uint8Array
}

export interface FetchOptions {
  /** Whether to read a body of this content type ('' when none was declared); overrides the fetcher's rule. */
  readonly accept?: (contentType: string) => boolean
  /** Awaited between connecting and sending the request, with the IP address; a rejection rejects the fetch. Not called when a proxy is used. */
  readonly turn?: (address: string, stop: AbortSignal) => Promise<void>
  /** Headers of this request, which replace the fetcher's of the same name. Those that may not be sent are left out. */
  readonly headers?: readonly HeaderField[]
}

/**
 * Sends one GET request. Redirects are returned like any other response and never followed.
 * Rejects with `FetchFailure`, or with the signal's reason when aborted.
 */
export interface Fetcher {
  fetch(url: string, signal?: AbortSignal, options?: FetchOptions): Promise<FetchResult>
  close(): Promise<void>
}
