import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { EventideError } from '../model/errors.ts'
import type { LiveEvent } from './handler.ts'

/** Often enough that no proxy takes the stream for dead (most wait 60 s). */
const HEARTBEAT_MS = 15_000

/** More live views than a team has open; each holds a connection and is told of every change. */
const MAX_STREAMS = 200

/** Whoever follows something live. */
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
   * Sends server-sent events until the iterable ends, the reader leaves or the server closes. A reader that cannot follow
   * loses frames: of each kind of event only the newest waits for it, so memory stays bounded.
   */
  async send(
    reply: FastifyReply,
    events: AsyncIterable<LiveEvent>,
    gone: AbortController,
  ): Promise<FastifyReply> {
    if (this.#open.size >= MAX_STREAMS) {
      throw new EventideError('busy', `${MAX_STREAMS} live views are open already; close some and try again`)
    }
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

/** What a stream is written to. */
type Reader = Pick<ServerResponse, 'write' | 'end' | 'on'>

async function pump(
  raw: Reader,
  events: AsyncIterable<LiveEvent>,
  gone: AbortController,
  heartbeatMs: number,
): Promise<void> {
  /** The newest frame of each kind while the reader is behind. */
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
    if (!behind) behind = !raw.write(': here\n\n')
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
    // A source that waits for something may take its time to notice.
    void Promise.resolve(source.return?.()).catch(() => {})
  }
}

/** JSON has no line breaks of its own, so one data line is always enough. */
function frameOf({ event, data }: LiveEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
