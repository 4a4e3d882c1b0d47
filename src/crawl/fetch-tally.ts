import type { Scope } from '../frontier/scope/scope.ts'
import type { NewItem } from '../model/crawl.ts'
import type { Store } from '../store/store.ts'

/** How many pages each host and each source has given: what the scope's budgets are measured against. */
export class FetchTally {
  readonly #hosts = new Map<string, number>()
  readonly #sources = new Map<string, number>()

  /** Counts what earlier runs fetched. */
  static async of(store: Pick<Store, 'observations'>): Promise<FetchTally> {
    const tally = new FetchTally()
    for await (const page of store.observations(0)) tally.count(page)
    return tally
  }

  count({ host, source }: { readonly host: string; readonly source: string }): void {
    this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + 1)
    this.#sources.set(source, (this.#sources.get(source) ?? 0) + 1)
  }

  /** The code of the scope rule that keeps an item out, if any. */
  whyNot(
    item: Pick<NewItem, 'canonicalUrl' | 'host' | 'source' | 'depth'>,
    scope: Scope,
  ): string | undefined {
    return scope.excludes({
      url: new URL(item.canonicalUrl),
      host: item.host,
      source: item.source,
      depth: item.depth,
      hostFetched: this.#hosts.get(item.host) ?? 0,
      sourceFetched: this.#sources.get(item.source) ?? 0,
    })
  }
}
