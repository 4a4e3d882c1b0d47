import { deserialize, serialize } from 'node:v8'
import { BoundedMap } from '../../cache/bounded-map.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import { FetchFailure } from '../../model/errors.ts'
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
  /** Rejects with a `FetchFailure` if the page cannot be read. */
  readonly read: (input: PageInput) => PageReading | Promise<PageReading>
  /** Relevance by words, from which average relevance is computed. */
  readonly relevanceOf: (page: PageReading) => number
  /** Called once for each page that cannot be read. */
  readonly onUnreadable?: (url: string, failure: FetchFailure) => void
}

/**
 * Reads every page of a web once for all crawls, because reading takes most of the time. Readings are stored on disk; only
 * their URLs are in memory.
 */
export class PageCache {
  readonly #parts: PageCacheParts
  readonly #blocks = new BlockFile()
  readonly #known = new Map<string, Known>()
  /** Pages that could not be read: each is tried once. */
  readonly #unreadable = new Map<string, FetchFailure>()
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

  /** Rejects with a `FetchFailure` if the page cannot be read. */
  readonly read = async (input: PageInput): Promise<PageReading> => {
    const pending = this.#pending.get(input.url)
    this.#pending.delete(input.url)
    if (pending && 'reading' in pending) return pending.reading
    const known = this.#known.get(input.url)
    if (known) return this.#recall(known).reading
    const reading = await this.#readOnce(input)
    const place = this.#blocks.append(serialize({ headers: pending ?? [], reading } satisfies Remembered))
    this.#known.set(input.url, { place, relevance: this.#parts.relevanceOf(reading) })
    return reading
  }

  async #readOnce(input: PageInput): Promise<PageReading> {
    const before = this.#unreadable.get(input.url)
    if (before) throw before
    try {
      return await this.#parts.read(input)
    } catch (error) {
      if (error instanceof FetchFailure) {
        this.#unreadable.set(input.url, error)
        this.#parts.onUnreadable?.(input.url, error)
      }
      throw error
    }
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
