/** What one fetch may cost. Times in milliseconds, sizes in bytes. docs/fetching.md explains each default. */
export interface FetchLimits {
  /** Name lookup, TCP, proxy tunnel and TLS together. */
  readonly connectMs: number
  /** From the request being sent to the end of the final headers. */
  readonly headersMs: number
  /** Between two pieces of the body. */
  readonly idleMs: number
  /** The whole fetch, whatever it is doing. */
  readonly totalMs: number
  /** The body must bring this many bytes a second, averaged over each `rateWindowMs`. */
  readonly minBytesPerSecond: number
  readonly rateWindowMs: number
  /** Of the body as sent over the wire (chunking removed). */
  readonly rawBytes: number
  /** Of the body after each of its content encodings is undone. */
  readonly decodedBytes: number
  /** Names and values of the response headers together. */
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
