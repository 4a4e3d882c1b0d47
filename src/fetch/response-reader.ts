import type { Dispatcher } from 'undici'
import { headerValues } from '../http/headers.ts'
import { FetchFailure } from '../model/errors.ts'
import type { HeaderField, Truncation } from '../model/exchange.ts'
import { ByteSink } from './byte-sink.ts'
import { codingsOf, decodeAtOnce, StreamDecoder } from './content-decoding.ts'
import { codeOf } from './error-code.ts'
import type { FetchLimits } from './limits.ts'

/** A response as received, and its decoded body. */
export interface ReceivedResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly HeaderField[]
  readonly raw: Uint8Array
  readonly body: Uint8Array
  readonly truncated: Truncation | null
}

export interface ResponseReaderOptions {
  readonly limits: FetchLimits
  readonly accept: (contentType: string) => boolean
  /** Called when the final headers have arrived. */
  readonly onHeaders: () => void
  /** Closes the connection: the rest of the response is not needed. */
  readonly hangUp: () => void
}

// Most pages are small: decoding in one call is one and a half times as fast as through a stream, and these bounds
// limit the call to a few milliseconds.
const AT_ONCE_RAW = 64 * 1024
const AT_ONCE_DECODED = 1024 * 1024

/** Reads one response within the limits. `done` settles exactly once, whatever the server does. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly done: Promise<ReceivedResponse>
  readonly #options: ResponseReaderOptions
  #resolve: (received: ReceivedResponse) => void = () => {}
  #reject: (error: unknown) => void = () => {}
  #controller: Dispatcher.DispatchController | undefined
  #over = false
  #status = 0
  #statusText = ''
  #headers: HeaderField[] = []
  #codings: ReturnType<typeof codingsOf> = []
  #raw = new ByteSink(0)
  #decoder: StreamDecoder | undefined
  #undecodable = false
  #paused = false
  #truncated: Truncation | null = null
  #timer: NodeJS.Timeout
  #rateTimer: NodeJS.Timeout | undefined

  constructor(options: ResponseReaderOptions) {
    this.#options = options
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // A failure before anyone awaits `done` must not end the process.
    this.done.catch(() => {})
    this.#timer = setTimeout(() => this.expire(), options.limits.headersMs)
  }

  /** True once the final headers have arrived. */
  get answered(): boolean {
    return this.#status !== 0
  }

  /** Time is up: a partial body is kept, a response without any is a failure. */
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
    // The declared length is a hint: a false one must not make us allocate a large buffer.
    this.#raw = new ByteSink(cap, length > 0 && length <= AT_ONCE_DECODED ? length : 0)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#idle(), limits.idleMs)
    this.#watchRate()
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#over) return
    this.#timer.refresh()
    const before = this.#raw.length
    const fits = this.#raw.add(chunk)
    if (this.#decoder) this.#decode(this.#decoder, chunk.subarray(0, this.#raw.length - before))
    else if (this.#codings.length > 0 && this.#raw.length > AT_ONCE_RAW) {
      this.#decoder = this.#createDecoder()
      // A copy: the sink continues to write where the decoder reads.
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
    // While reading is paused for the decoder, the server is not to blame.
    if (this.#paused) this.#timer.refresh()
    else this.expire()
  }

  #watchRate(): void {
    const { minBytesPerSecond, rateWindowMs } = this.#options.limits
    const expected = (minBytesPerSecond * rateWindowMs) / 1000
    let last = 0
    this.#rateTimer = setInterval(() => {
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
    clearTimeout(this.#timer)
    clearInterval(this.#rateTimer)
  }

  /** The body is complete: decodes the rest, then settles. */
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

function headersOf(raw: Dispatcher.DispatchController['rawHeaders']): HeaderField[] {
  if (!Array.isArray(raw)) return []
  const text = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')))
  const headers: HeaderField[] = []
  for (let i = 0; i + 1 < text.length; i += 2) headers.push([text[i] ?? '', text[i + 1] ?? ''])
  return headers
}
