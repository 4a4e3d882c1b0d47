import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from './handler.ts'
import { LiveStreams } from './live-stream.ts'

/** A reader that accepts `capacity` frames before it is full. */
class Reader extends EventEmitter {
  readonly frames: string[] = []
  capacity = Number.POSITIVE_INFINITY
  ended = false
  writeHead() {}
  write(frame: string): boolean {
    this.frames.push(frame)
    return --this.capacity > 0
  }
  end() {
    this.ended = true
  }
}

const replyTo = (raw: Reader) => ({ raw, hijack() {}, getHeaders: () => ({}) }) as unknown as FastifyReply

/** Yields what the test emits, and records when it is closed. */
class Source implements AsyncIterable<LiveEvent> {
  readonly #waiting: LiveEvent[] = []
  #wake = () => {}
  returned = false
  over = false
  emit(event: string, data: unknown) {
    this.#waiting.push({ event, data })
    this.#wake()
  }
  finish() {
    this.over = true
    this.#wake()
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<LiveEvent> {
    try {
      while (!this.over || this.#waiting.length > 0) {
        const next = this.#waiting.shift()
        if (next) yield next
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
      }
    } finally {
      this.returned = true
    }
  }
}

const turns = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

describe('LiveStreams', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const open = (capacity = Number.POSITIVE_INFINITY) => {
    const [raw, source, gone, streams] = [
      new Reader(),
      new Source(),
      new AbortController(),
      new LiveStreams(),
    ]
    raw.capacity = capacity
    const done = streams.send(replyTo(raw), source, gone)
    return { raw, source, gone, streams, done }
  }

  it('sends events as they arrive, and ends with the source', async () => {
    const { raw, source, streams, done } = open()
    source.emit('crawls', { text: 'one\ntwo' })
    await turns()
    expect(raw.frames).toEqual(['retry: 3000\n\n', 'event: crawls\ndata: {"text":"one\\ntwo"}\n\n'])
    expect(streams.count).toBe(1)
    source.finish()
    await done
    expect(raw.ended).toBe(true)
    expect(streams.count).toBe(0)
  })

  it('drops events for a slow reader, except the newest of each kind', async () => {
    const { raw, source, gone, done } = open(1)
    for (let n = 1; n <= 1000; n++) {
      source.emit('crawl', n)
      await turns()
    }
    source.emit('crawls', 'other')
    await turns()
    expect(raw.frames).toHaveLength(1)
    raw.capacity = Number.POSITIVE_INFINITY
    raw.emit('drain')
    expect(raw.frames.slice(1)).toEqual(['event: crawl\ndata: 1000\n\n', 'event: crawls\ndata: "other"\n\n'])
    gone.abort()
    await done
  })

  it('sends heartbeats, but not to a reader that is behind', async () => {
    const { raw, gone, done } = open(2)
    vi.advanceTimersByTime(15_000)
    expect(raw.frames.at(-1)).toBe(': heartbeat\n\n')
    vi.advanceTimersByTime(60_000)
    expect(raw.frames).toHaveLength(2)
    gone.abort()
    await done
  })

  it('ends when the reader disconnects, and stops the source', async () => {
    const { raw, source, gone, done } = open()
    source.emit('crawl', 1)
    await turns()
    gone.abort()
    await done
    expect(raw.ended).toBe(true)
    source.emit('crawl', 2)
    await turns()
    expect(source.returned).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when the server closes', async () => {
    const { raw, streams, done } = open()
    streams.endAll()
    await done
    expect(raw.ended).toBe(true)
  })
})
