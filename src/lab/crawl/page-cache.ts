import { deserialize, serialize } from 'node:v8'
import { BoundedMap } from '../../cache/bounded-map.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import { BlockFile, type BlockPlace } from '../web/block-file.ts'
import type { OfflineWeb, WebResponse } from '../web/web.ts'
import { createWebFetcher } from '../web/web-fetcher.ts'

/** Answers on their way from the fetch to the reading; more than a crawl has in hand at once. */
const MAX_IN_HAND = 256
const NO_BODY = new Uint8Array(0)

interface Remembered {
  readonly headers: WebResponse['headers']
  readonly reading: PageReading
}

interface Known {
  readonly place: BlockPlace
  readonly relevance: number
}

export interface PageMemoryParts {
  readonly web: OfflineWeb
  readonly read: (input: PageInput) => PageReading
  /** The relevance that average relevance is computed from. */
  readonly yardstick: (page: PageReading) => number
}

/**
 * Reads every page of a web once, however many crawls meet it: reading is most of what a page costs. Readings lie on
 * disk, memory holds their addresses.
 */
export class PageMemory {
  readonly #parts: PageMemoryParts
  readonly #blocks = new BlockFile()
  readonly #known = new Map<string, Known>()
  readonly #inHand = new BoundedMap<string, Remembered | WebResponse['headers']>(MAX_IN_HAND)

  constructor(parts: PageMemoryParts) {
    this.#parts = parts
  }

  /** The web as a fetcher. Bodies of pages that have been read are left out: nobody will read them again. */
  fetcher(now: () => Date): Fetcher {
    const respond = (url: string): WebResponse | null => {
      const known = this.#known.get(url)
      if (known) {
        const remembered = this.#recall(known)
        this.#hold(url, remembered)
        return { status: 200, headers: remembered.headers, body: NO_BODY }
      }
      const answer = this.#parts.web.respond(url)
      if (answer?.status === 200) this.#hold(url, answer.headers)
      return answer
    }
    return createWebFetcher({ respond }, { now })
  }

  readonly read = (input: PageInput): PageReading => {
    const held = this.#inHand.get(input.url)
    this.#inHand.delete(input.url)
    if (held && 'reading' in held) return held.reading
    const known = this.#known.get(input.url)
    if (known) return this.#recall(known).reading
    const reading = this.#parts.read(input)
    const place = this.#blocks.append(serialize({ headers: held ?? [], reading } satisfies Remembered))
    this.#known.set(input.url, { place, relevance: this.#parts.yardstick(reading) })
    return reading
  }

  /** By the yardstick; 0 for a page that was never read. */
  relevance(url: string): number {
    return this.#known.get(url)?.relevance ?? 0
  }

  close(): void {
    this.#blocks.close()
  }

  #recall({ place }: Known): Remembered {
    return deserialize(this.#blocks.read(place))
  }

  #hold(url: string, answer: Remembered | WebResponse['headers']): void {
    this.#inHand.set(url, answer)
  }
}
