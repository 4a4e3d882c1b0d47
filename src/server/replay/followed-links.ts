import { BoundedMap } from '../../cache/bounded-map.ts'
import type { LiveEvent } from '../handler.ts'

/** Links that were followed before the application listened; the oldest are forgotten. */
const MAX_REMEMBERED = 1_000

/** A frame in which the application shows an archived page. */
export interface Frame {
  readonly collection: string
  readonly page: number
  /** Random, chosen by the application for this frame. */
  readonly visit: string
}

/**
 * Tells the application which links are followed in its frames. A frame in a sandbox without permissions cannot tell anything; the server,
 * which it asks for the link, can.
 */
export class FollowedLinks {
  readonly #missed = new BoundedMap<string, string>(MAX_REMEMBERED)
  readonly #listeners = new Map<string, (url: string) => void>()

  /** Returns whether the application listens, and so will open the link. */
  follow(frame: Frame, url: string): boolean {
    const listener = this.#listeners.get(keyOf(frame))
    if (listener) listener(url)
    else this.#missed.set(keyOf(frame), url)
    return listener !== undefined
  }

  /** An event for each link that is followed in the frame, until `gone`; if several wait, only for the last. */
  async *listen(frame: Frame, gone: AbortSignal): AsyncGenerator<LiveEvent> {
    const key = keyOf(frame)
    let followed = this.#missed.get(key)
    this.#missed.delete(key)
    let wake = () => {}
    const listener = (url: string) => {
      followed = url
      wake()
    }
    this.#listeners.set(key, listener)
    gone.addEventListener('abort', () => wake(), { once: true })
    try {
      while (!gone.aborted) {
        const url = followed
        followed = undefined
        if (url !== undefined) yield { event: 'followed', data: { url } }
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      if (this.#listeners.get(key) === listener) this.#listeners.delete(key)
    }
  }
}

const keyOf = ({ collection, page, visit }: Frame) => `${collection} ${page} ${visit}`
