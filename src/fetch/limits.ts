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

const MIB = 1024 * 1024

export const DEFAULT_LIMITS: FetchLimits = {
  connectMs: 10_000,
  headersMs: 20_000,
  idleMs: 15_000,
  totalMs: 60_000,
  minBytesPerSecond: 128,
  rateWindowMs: 10_000,
  rawBytes: 10 * MIB,
  decodedBytes: 10 * MIB,
  headerBytes: 64 * 1024,
  headerCount: 256,
  contentEncodings: 5,
  urlLength: 8_192,
}
