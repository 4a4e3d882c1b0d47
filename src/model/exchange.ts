/** Why a capture is incomplete, in the words of WARC 1.1. */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified'

/** A line of an HTTP or WARC header. */
export type HeaderField = readonly [name: string, value: string]

/** One HTTP request and its answer, as they went over the wire (chunking removed, content encoding kept). */
export interface Exchange {
  readonly url: string
  readonly method: 'GET'
  readonly requestHeaders: readonly HeaderField[]
  readonly status: number
  readonly statusText: string
  /** In the order and spelling received. */
  readonly responseHeaders: readonly HeaderField[]
  /** Bytes as received: still content-encoded. */
  readonly body: Uint8Array
  readonly truncated: Truncation | null
  /** Address the socket was connected to; null through a proxy or without a socket. */
  readonly ip: string | null
  readonly startedAt: Date
  /** What a page shown in a browser asked for it as (script, image ...); absent when it was asked for itself. */
  readonly resource?: string
  /** Of a 304 that we asked for: the capture that, the server says, is still what it would send. */
  readonly unchanged?: KnownPayload
}

/** Where a record lies: the archive file (name only, relative to `archive/`), and its gzip member's offset and length. */
export interface WarcLocation {
  readonly file: string
  readonly offset: number
  readonly length: number
}

/** An earlier, whole capture of a payload, to which later captures of it refer. */
export interface Original {
  /** `urn:uuid:...` */
  readonly recordId: string
  readonly url: string
  /** Its `WARC-Date`. */
  readonly date: string
}

/** An earlier, whole capture of an address, with the digest of its payload. */
export interface KnownPayload extends Original {
  readonly payloadDigest: string
}

/** Another form of a capture's content, made by us: a page as a browser drew it. */
export interface Conversion {
  readonly contentType: string
  readonly body: Uint8Array
  readonly madeAt: Date
}

/** A written response record, or a revisit record that stands for one. */
export interface Capture {
  readonly location: WarcLocation
  /** `sha256:...` over the payload as received. */
  readonly payloadDigest: string
  readonly recordId: string
  /** Of a revisit: the record that holds the payload. */
  readonly refersTo?: string
  /** Whole and not empty: later captures of the same payload may refer to it. */
  readonly original?: boolean
}
