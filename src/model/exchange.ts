/** Why a capture is incomplete, in the words of WARC 1.1. */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified'

/** A line of an HTTP or WARC header. */
export type HeaderField = readonly [name: string, value: string]

/** One HTTP request and its response as transmitted, without chunking but with content encoding. */
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
  /** IP address of the server; null when a proxy was used or there was no socket. */
  readonly ip: string | null
  readonly startedAt: Date
  /** The type of a resource of a rendered page (script, image ...); omitted for pages. */
  readonly resource?: string
  /** Of a 304 to a conditional request: the capture that is still current. */
  readonly unchanged?: KnownPayload
}

/** Location of a record: archive file (name only), and offset and length of its gzip member. */
export interface WarcLocation {
  readonly file: string
  readonly offset: number
  readonly length: number
}

/** An earlier complete capture of a payload, to which later captures refer. */
export interface Original {
  /** `urn:uuid:...` */
  readonly recordId: string
  readonly url: string
  /** Its `WARC-Date`. */
  readonly date: string
}

/** An earlier complete capture of a URL, with the digest of its payload. */
export interface KnownPayload extends Original {
  readonly payloadDigest: string
}

/** A derived form of a capture: the rendered page. */
export interface Conversion {
  readonly contentType: string
  readonly body: Uint8Array
  readonly madeAt: Date
}

/** A written response record, or a revisit record in its place. */
export interface Capture {
  readonly location: WarcLocation
  /** `sha256:...` over the payload as received. */
  readonly payloadDigest: string
  readonly recordId: string
  /** Of a revisit: the record that holds the payload. */
  readonly refersTo?: string
  /** Complete and not empty: later captures of the same payload may refer to it. */
  readonly original?: boolean
}
