import { memoize } from '../../cache/memo.ts'
import type { Scope } from '../../frontier/scope/scope.ts'
import type { NewItem } from '../../model/crawl.ts'
import type { Store } from '../../store/store.ts'

/** The pages of a site repeat their links: those of about the last hundred pages are cached. */
const REMEMBERED = 4_096
const parsed = memoize(REMEMBERED, (url) => new URL(url))

/** Counts the pages of each host and each source, for the budgets of the scope. */
export class FetchTally {
  readonly #hosts = new Map<string, number>()
  readonly #sources = new Map<string, number>()

  /** Counts what earlier runs fetched. */
  static async of(store: Pick<Store, 'pagesPerHost'>): Promise<FetchTally> {
    const tally = new FetchTally()
    for (const given of await store.pagesPerHost()) tally.count(given, given.pages)
    return tally
  }

  count({ host, source }: { readonly host: string; readonly source: string }, pages = 1): void {
    this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + pages)
    this.#sources.set(source, (this.#sources.get(source) ?? 0) + pages)
  }

  /** The code of the scope rule that keeps an item out, if any. */
  whyNot(
    item: Pick<NewItem, 'canonicalUrl' | 'host' | 'source' | 'depth'>,
    scope: Scope,
  ): string | undefined {
    return scope.excludes({
      url: parsed(item.canonicalUrl),
      host: item.host,
      source: item.source,
      depth: item.depth,
      hostFetched: this.#hosts.get(item.host) ?? 0,
      sourceFetched: this.#sources.get(item.source) ?? 0,
    })
  }
}
