import { CRAWL_OPTIONS } from '../model/crawl-options.ts'

/** Limits of one fetch. Times in milliseconds, sizes in bytes. docs/fetching.md explains each default. */
export interface FetchLimits {
  /** Name lookup, TCP, proxy tunnel and TLS together. */
  readonly connectMs: number
  /** From sending the request to the end of the final headers. */
  readonly headersMs: number
  /** Between two chunks of the body. */
  readonly idleMs: number
  /** The whole fetch. */
  readonly totalMs: number
  /** Minimum rate of the body, averaged over each `rateWindowMs`. */
  readonly minBytesPerSecond: number
  readonly rateWindowMs: number
  /** Of the body as sent (chunking removed). */
  readonly rawBytes: number
  /** Of the body after decoding each of its content encodings. */
  readonly decodedBytes: number
  /** Names and values of all response headers together. */
  readonly headerBytes: number
  readonly headerCount: number
  readonly contentEncodings: number
  readonly urlLength: number
}

export const DEFAULT_LIMITS: FetchLimits = {
  connectMs: CRAWL_OPTIONS.connectTimeout.default,
  headersMs: CRAWL_OPTIONS.headerTimeout.default,
  idleMs: CRAWL_OPTIONS.idleTimeout.default,
  totalMs: CRAWL_OPTIONS.fetchTimeout.default,
  minBytesPerSecond: CRAWL_OPTIONS.minRate.default,
  rateWindowMs: CRAWL_OPTIONS.rateWindow.default,
  rawBytes: CRAWL_OPTIONS.maxBody.default,
  decodedBytes: CRAWL_OPTIONS.maxDecoded.default,
  headerBytes: CRAWL_OPTIONS.maxHeaderSize.default,
  headerCount: CRAWL_OPTIONS.maxHeaders.default,
  contentEncodings: CRAWL_OPTIONS.maxEncodings.default,
  urlLength: CRAWL_OPTIONS.maxUrlLength.default,
}
