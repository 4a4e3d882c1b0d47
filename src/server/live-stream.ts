import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { LiveEvent } from './handler.ts'

/** Keeps proxies from closing the stream as idle (most wait 60 s). */
const HEARTBEAT_MS = 15_000

/** The open live streams (server-sent events). */
export class LiveStreams {
  readonly #heartbeatMs: number
  readonly #open = new Set<AbortController>()

  constructor(heartbeatMs = HEARTBEAT_MS) {
    this.#heartbeatMs = heartbeatMs
  }

  get count(): number {
    return this.#open.size
  }

  endAll(): void {
    for (const gone of this.#open) gone.abort()
  }

  /**
   * Sends server-sent events until the iterable ends, the client disconnects or the server closes. For a slow client only the
   * newest event of each kind is kept, so memory stays bounded.
   */
  async send(
    reply: FastifyReply,
    events: AsyncIterable<LiveEvent>,
    gone: AbortController,
  ): Promise<FastifyReply> {
    this.#open.add(gone)
    try {
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      await pump(raw, events, gone, this.#heartbeatMs)
    } finally {
      this.#open.delete(gone)
    }
    return reply
  }
}

/** The writable part of a response. */
type Reader = Pick<ServerResponse, 'write' | 'end' | 'on'>

async function pump(
  raw: Reader,
  events: AsyncIterable<LiveEvent>,
  gone: AbortController,
  heartbeatMs: number,
): Promise<void> {
  /** The newest frame of each kind while the client is behind. */
  const waiting = new Map<string, string>()
  let behind = !raw.write('retry: 3000\n\n')
  const send = (kind: string, frame: string) => {
    if (behind) waiting.set(kind, frame)
    else behind = !raw.write(frame)
  }
  raw.on('drain', () => {
    behind = false
    const frames = [...waiting]
    waiting.clear()
    for (const [kind, frame] of frames) send(kind, frame)
  })
  const heartbeat = setInterval(() => {
    if (!behind) behind = !raw.write(': heartbeat\n\n')
  }, heartbeatMs)
  const source = events[Symbol.asyncIterator]()
  const left = new Promise<'left'>((resolve) => {
    if (gone.signal.aborted) resolve('left')
    gone.signal.addEventListener('abort', () => resolve('left'), { once: true })
  })
  try {
    for (;;) {
      const next = await Promise.race([source.next(), left])
      if (next === 'left' || next.done) break
      send(next.value.event, frameOf(next.value))
    }
  } finally {
    clearInterval(heartbeat)
    gone.abort()
    raw.end()
    // Not awaited: a source that is waiting may take a while to return.
    void Promise.resolve(source.return?.()).catch(() => {})
  }
}

/** Serialized JSON contains no line breaks, so one data line is enough. */
function frameOf({ event, data }: LiveEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
