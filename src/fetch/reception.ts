import type { Dispatcher } from 'undici'
import { headerValues } from '../http/headers.ts'
import { FetchFailure } from '../model/errors.ts'
import type { Truncation } from '../model/exchange.ts'
import { ByteSink } from './byte-sink.ts'
import { codingsOf, decodeAtOnce, StreamDecoder } from './content-decoding.ts'
import { codeOf } from './error-code.ts'
import type { FetchLimits } from './limits.ts'

type Header = readonly [string, string]

/** An answer as it came, and its body with the content encodings undone. */
export interface Received {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly Header[]
  readonly raw: Uint8Array
  readonly body: Uint8Array
  readonly truncated: Truncation | null
}

export interface ReceptionOptions {
  readonly limits: FetchLimits
  readonly accept: (contentType: string) => boolean
  /** The final headers are here. */
  readonly onHeaders: () => void
  /** Closes the connection: the rest of the answer is not wanted. */
  readonly hangUp: () => void
}

// Most pages are small: decoding them in one call is half again as fast as through a stream, and these bounds
// keep that call to a few milliseconds.
const AT_ONCE_RAW = 64 * 1024
const AT_ONCE_DECODED = 1024 * 1024

/** Receives one answer within the limits. `done` settles exactly once, whatever the server does. */
export class Reception implements Dispatcher.DispatchHandler {
  readonly done: Promise<Received>
  readonly #options: ReceptionOptions
  #resolve: (received: Received) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #controller: Dispatcher.DispatchController | undefined
  #over = false
  #status = 0
  #statusText = ''
  #headers: Header[] = []
  #codings: ReturnType<typeof codingsOf> = []
  #raw = new ByteSink(0)
  #decoder: StreamDecoder | undefined
  #undecodable = false
  #paused = false
  #truncated: Truncation | null = null
  #phase: NodeJS.Timeout
  #rate: NodeJS.Timeout | undefined

  constructor(options: ReceptionOptions) {
    this.#options = options
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // A failure before anybody waits for it must not end the process.
    this.done.catch(() => {})
    this.#phase = setTimeout(() => this.expire(), options.limits.headersMs)
  }

  /** True once the final headers are here. */
  get answered(): boolean {
    return this.#status !== 0
  }

  /** Time is up: what came of the body is kept, an answer without any is a failure. */
  expire(): void {
    this.#cut('time', new FetchFailure('timeout'))
  }

  fail(error: unknown): void {
    if (this.#over) return
    this.#close()
    this.#decoder?.destroy()
    this.#options.hangUp()
    this.#reject(error)
  }

  onRequestStart(): void {}

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusText = '',
  ): void {
    if (this.#over || status < 200) return
    const { limits, accept } = this.#options
    const headers = headersOf(controller.rawHeaders)
    if (headers.length > limits.headerCount) {
      this.fail(new FetchFailure('headers'))
      return
    }
    const values = (name: string) => headerValues(headers, name)
    this.#controller = controller
    this.#options.onHeaders()
    this.#status = status
    this.#statusText = statusText
    this.#headers = headers
    const length = Number(values('content-length')[0] ?? 0)
    if (!accept(values('content-type')[0] ?? '')) {
      if (status === 204 || status === 304 || values('content-length')[0] === '0') return
      this.#truncated = 'unspecified'
      this.#finish()
      return
    }
    try {
      this.#codings = codingsOf(values('content-encoding'), limits.contentEncodings)
    } catch (error) {
      this.fail(error)
      return
    }
    const cap = this.#codings.length === 0 ? Math.min(limits.rawBytes, limits.decodedBytes) : limits.rawBytes
    // A declared length is only a hint: a lie must not make us set aside a large buffer.
    this.#raw = new ByteSink(cap, length > 0 && length <= AT_ONCE_DECODED ? length : 0)
    clearTimeout(this.#phase)
    this.#phase = setTimeout(() => this.#idle(), limits.idleMs)
    this.#watchRate()
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#over) return
    this.#phase.refresh()
    const before = this.#raw.length
    const fits = this.#raw.add(chunk)
    if (this.#decoder) this.#decode(this.#decoder, chunk.subarray(0, this.#raw.length - before))
    else if (this.#codings.length > 0 && this.#raw.length > AT_ONCE_RAW) {
      this.#decoder = this.#createDecoder()
      // A copy, since the sink goes on writing where the decoder reads.
      this.#decode(this.#decoder, this.#raw.peek().slice())
    }
    if (!fits) {
      this.#truncated = 'length'
      this.#finish()
    }
  }

  onResponseEnd(): void {
    this.#finish()
  }

  onResponseError(_controller: unknown, error: Error): void {
    const code = codeOf(error) ?? ''
    if (code === 'UND_ERR_HEADERS_OVERFLOW') this.#cut('unspecified', new FetchFailure('headers'))
    else if (error.name === 'HTTPParserError' || code.startsWith('HPE_')) {
      this.#cut('unspecified', new FetchFailure('protocol', undefined, error))
    } else if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !this.answered) {
      this.#cut('unspecified', new FetchFailure('protocol', undefined, error))
    } else this.#cut('disconnect', new FetchFailure('disconnect', undefined, error))
  }

  #idle(): void {
    // While the decoder makes the server wait, the silence is ours.
    if (this.#paused) this.#phase.refresh()
    else this.expire()
  }

  #watchRate(): void {
    const { minBytesPerSecond, rateWindowMs } = this.#options.limits
    const expected = (minBytesPerSecond * rateWindowMs) / 1000
    let last = 0
    this.#rate = setInterval(() => {
      if (!this.#paused && this.#raw.length - last < expected) this.expire()
      last = this.#raw.length
    }, rateWindowMs)
  }

  #decode(decoder: StreamDecoder, piece: Uint8Array): void {
    if (decoder.write(piece, () => this.#resume())) return
    this.#paused = true
    this.#controller?.pause()
  }

  #resume(): void {
    if (!this.#paused || this.#over) return
    this.#paused = false
    this.#controller?.resume()
  }

  #createDecoder(): StreamDecoder {
    const decoder = new StreamDecoder(this.#codings, this.#options.limits.decodedBytes, (end) => {
      if (end === 'full') this.#truncated ??= 'length'
      if (end === 'broken') this.#undecodable = true
      if (this.#over) this.#settle(decoder.output.take())
      else if (end === 'full') this.#finish()
      else this.#resume()
    })
    return decoder
  }

  #cut(truncated: Truncation, failure: FetchFailure): void {
    if (this.#over) return
    if (this.#raw.length === 0) {
      this.fail(failure)
      return
    }
    this.#truncated = truncated
    this.#finish()
  }

  #close(): void {
    this.#over = true
    clearTimeout(this.#phase)
    clearInterval(this.#rate)
  }

  /** No more bytes: decodes the rest, then settles. */
  #finish(): void {
    if (this.#over) return
    this.#close()
    if (this.#truncated !== null) this.#options.hangUp()
    const decoder = this.#decoder
    if (this.#codings.length === 0 || this.#raw.length === 0) this.#settle(this.#raw.take())
    else if (!decoder) this.#decodeAll()
    else if (decoder.ended) this.#settle(decoder.output.take())
    else decoder.end()
  }

  #decodeAll(): void {
    const max = Math.min(AT_ONCE_DECODED, this.#options.limits.decodedBytes)
    const body = decodeAtOnce(this.#raw.peek(), this.#codings, max)
    if (body) {
      this.#settle(body)
      return
    }
    this.#decoder = this.#createDecoder()
    this.#decoder.write(this.#raw.take(), () => {})
    this.#decoder.end()
  }

  #settle(body: Uint8Array): void {
    if (this.#undecodable && body.length === 0 && this.#truncated === null) {
      this.#reject(new FetchFailure('encoding'))
      return
    }
    this.#resolve({
      status: this.#status,
      statusText: this.#statusText,
      headers: this.#headers,
      raw: this.#raw.take(),
      body,
      truncated: this.#truncated,
    })
  }
}

function headersOf(raw: Dispatcher.DispatchController['rawHeaders']): Header[] {
  if (!Array.isArray(raw)) return []
  const text = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')))
  const headers: Header[] = []
  for (let i = 0; i + 1 < text.length; i += 2) headers.push([text[i] ?? '', text[i + 1] ?? ''])
  return headers
}
