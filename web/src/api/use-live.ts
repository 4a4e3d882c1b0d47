import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { crawlLive } from '../../../src/api/crawls.ts'
import type { followedLink } from '../../../src/api/library.ts'
import type { Reply } from './client.ts'

/** What the live streams send, by the name of the event. */
export interface LiveEvents {
  readonly crawl: z.output<typeof crawlLive>
  readonly crawls: Reply<'GET /api/crawls'>
  readonly followed: z.output<typeof followedLink>
}

/** A refused or broken stream is retried after this long, doubled each time up to the maximum. */
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000

export interface Live<T> {
  readonly data: T | undefined
  /** False until the stream is open, and while it is being opened again. */
  readonly connected: boolean
}

/** Follows one event of a live stream; `null` follows nothing. Reconnects with a growing delay whenever it breaks. */
export function useLive<E extends keyof LiveEvents>(path: string | null, event: E): Live<LiveEvents[E]> {
  const [live, setLive] = useState<Live<LiveEvents[E]>>({ data: undefined, connected: false })
  useEffect(() => {
    setLive({ data: undefined, connected: false })
    if (path === null) return
    let wait = FIRST_WAIT_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    let source: EventSource
    const open = () => {
      source = new EventSource(path)
      source.onopen = () => {
        wait = FIRST_WAIT_MS
        setLive((before) => ({ ...before, connected: true }))
      }
      source.addEventListener(event, (message: MessageEvent<string>) => {
        setLive({ data: JSON.parse(message.data) as LiveEvents[E], connected: true })
      })
      source.onerror = () => {
        setLive((before) => ({ ...before, connected: false }))
        // The browser reconnects a broken stream by itself, but not a refused one.
        if (source.readyState !== EventSource.CLOSED) return
        timer = setTimeout(open, wait)
        wait = Math.min(wait * 2, MAX_WAIT_MS)
      }
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [path, event])
  return live
}
