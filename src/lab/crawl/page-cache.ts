import { deserialize, serialize } from 'node:v8'
import { BoundedMap } from '../../cache/bounded-map.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import { BlockFile, type BlockPlace } from '../web/block-file.ts'
import type { OfflineWeb, WebResponse } from '../web/web.ts'
import { createWebFetcher } from '../web/web-fetcher.ts'

/** Responses between fetch and reading; more than the concurrency of a crawl. */
const MAX_PENDING = 256
const NO_BODY = new Uint8Array(0)

interface Remembered {
  readonly headers: WebResponse['headers']
  readonly reading: PageReading
}

interface Known {
  readonly place: BlockPlace
  readonly relevance: number
}

export interface PageCacheParts {
  readonly web: OfflineWeb
  readonly read: (input: PageInput) => PageReading
  /** Relevance by words, from which average relevance is computed. */
  readonly relevanceOf: (page: PageReading) => number
}

/**
 * Reads every page of a web once for all crawls, because reading takes most of the time. Readings are stored on disk; only
 * their URLs are in memory.
 */
export class PageCache {
  readonly #parts: PageCacheParts
  readonly #blocks = new BlockFile()
  readonly #known = new Map<string, Known>()
  readonly #pending = new BoundedMap<string, Remembered | WebResponse['headers']>(MAX_PENDING)

  constructor(parts: PageCacheParts) {
    this.#parts = parts
  }

  /** The web as a fetcher. Pages that were read before are returned without a body. */
  fetcher(now: () => Date): Fetcher {
    const respond = (url: string): WebResponse | null => {
      const known = this.#known.get(url)
      if (known) {
        const remembered = this.#recall(known)
        this.#keepPending(url, remembered)
        return { status: 200, headers: remembered.headers, body: NO_BODY }
      }
      const answer = this.#parts.web.respond(url)
      if (answer?.status === 200) this.#keepPending(url, answer.headers)
      return answer
    }
    return createWebFetcher({ respond }, { now })
  }

  readonly read = (input: PageInput): PageReading => {
    const pending = this.#pending.get(input.url)
    this.#pending.delete(input.url)
    if (pending && 'reading' in pending) return pending.reading
    const known = this.#known.get(input.url)
    if (known) return this.#recall(known).reading
    const reading = this.#parts.read(input)
    const place = this.#blocks.append(serialize({ headers: pending ?? [], reading } satisfies Remembered))
    this.#known.set(input.url, { place, relevance: this.#parts.relevanceOf(reading) })
    return reading
  }

  /** By words; 0 for a page that was never read. */
  relevance(url: string): number {
    return this.#known.get(url)?.relevance ?? 0
  }

  close(): void {
    this.#blocks.close()
  }

  #recall({ place }: Known): Remembered {
    return deserialize(this.#blocks.read(place))
  }

  #keepPending(url: string, answer: Remembered | WebResponse['headers']): void {
    this.#pending.set(url, answer)
  }
}
