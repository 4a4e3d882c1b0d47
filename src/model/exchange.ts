/** Why a capture is incomplete, in the words of WARC 1.1. */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified'

/** One HTTP request and its answer, as they went over the wire (chunking removed, content encoding kept). */
export interface Exchange {
  readonly url: string
  readonly method: 'GET'
  readonly requestHeaders: readonly (readonly [string, string])[]
  readonly status: number
  readonly statusText: string
  /** In the order and spelling received. */
  readonly responseHeaders: readonly (readonly [string, string])[]
  /** Bytes as received: still content-encoded. */
  readonly body: Uint8Array
  readonly truncated: Truncation | null
  /** Address the socket was connected to; null through a proxy or without a socket. */
  readonly ip: string | null
  readonly startedAt: Date
}

/** Where a record lies: the archive file (name only, relative to `archive/`), and its gzip member's offset and length. */
export interface WarcLocation {
  readonly file: string
  readonly offset: number
  readonly length: number
}

/** A written response record. */
export interface Capture {
  readonly location: WarcLocation
  /** `sha256:...` over the payload as stored in the record. */
  readonly payloadDigest: string
  readonly recordId: string
}
