import { AnswerCache } from '../../library/answer-cache.ts'
import type { CatalogueVersion } from '../../store/catalogue.ts'
import { SerializedReply } from '../handler.ts'
import { SearchPool } from './search-pool.ts'
import { type SearchRoute, type SearchSetting, searchReplies } from './search-replies.ts'

/** Replies that are sent again while the data has not changed, or for a second while a crawl only adds pages, as selections are. */
const MAX_REPLIES = 512
const SAME_MOMENT_MS = 1_000
/** Larger replies, such as maps of tens of thousands of places, are not kept. */
const MAX_KEPT_BYTES = 64 * 1024

type Query = { readonly in?: readonly string[] | undefined }

/** Answers searches: from the last replies, or on threads of their own, so that they do not hold up other requests. */
export class Searches {
  readonly #setting: SearchSetting
  readonly #pool: SearchPool | null
  readonly #replies: AnswerCache<Uint8Array>

  constructor(setting: SearchSetting, threads?: number, now: () => number = Date.now) {
    this.#setting = setting
    this.#pool = threads === 0 ? null : new SearchPool(setting.collections.folder, threads)
    this.#replies = new AnswerCache(MAX_REPLIES, SAME_MOMENT_MS, now)
  }

  /** Throws `busy` when too many searches wait. */
  async reply(route: SearchRoute, query: Query, signal: AbortSignal): Promise<SerializedReply> {
    const searchQuery = JSON.stringify({ route, query })
    const data = await this.#dataOf(query)
    if (data === null) return new SerializedReply(await this.#find(route, query, signal))
    const key = `${data.files}\n${searchQuery}`
    // Several clients may wait for this reply: it is computed even if the first of them leaves.
    const json = await this.#replies.answer(key, data.version, () => this.#find(route, query))
    if (json.length > MAX_KEPT_BYTES) this.#replies.forget(key)
    return new SerializedReply(json)
  }

  /** Searches that no thread has begun. */
  get waiting(): number {
    return this.#pool?.waiting ?? 0
  }

  async close(): Promise<void> {
    await this.#pool?.close()
  }

  async #find(route: SearchRoute, query: Query, signal?: AbortSignal): Promise<Uint8Array> {
    if (this.#pool) return this.#pool.run({ route, query }, signal)
    const reply = searchReplies[route] as (query: Query, setting: SearchSetting) => Promise<unknown>
    return Buffer.from(JSON.stringify(await reply(query, this.#setting)))
  }

  /** What a reply depends on; null if a collection cannot be opened, which the search reports itself. */
  async #dataOf(query: Query): Promise<{ files: string; version: CatalogueVersion } | null> {
    const { collections } = this.#setting
    try {
      const ids = await collections.ids()
      let [pages, changes] = [0, 0]
      const files: string[] = []
      // Of a facet, collections that were not selected are counted, too.
      for (const id of ids) {
        const identity = await collections.identityOf(id)
        files.push(`${id} ${identity}`)
        if (identity === null) continue
        const version = await (await collections.open(id)).store.catalogue.version()
        pages += version.pages
        changes += version.changes
      }
      for (const id of query.in ?? []) if (!ids.includes(id)) return null
      return { files: files.join(' '), version: { pages, changes } }
    } catch {
      return null
    }
  }
}
