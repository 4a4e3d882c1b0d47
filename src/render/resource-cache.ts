import type { FetchResult } from '../fetch/fetcher.ts'
import { headerValues } from '../http/headers.ts'

/** Lifetime of resources without Cache-Control; shorter than the time between deployments. */
const UNSTATED_MS = 10 * 60_000
const MAX_MS = 24 * 3_600_000
/** Maximum share of one resource. */
const MAX_SHARE = 1 / 8

interface Kept {
  readonly result: FetchResult
  readonly until: number
}

/**
 * Caches resources that the pages of a site share, so that they are requested once. Bounded in bytes; the least recently used are
 * evicted first.
 */
export class ResourceCache {
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor(maxBytes: number, now: () => number) {
    this.#maxBytes = maxBytes
    this.#now = now
  }

  get(key: string): FetchResult | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#drop(key, kept)
    if (kept.until <= this.#now()) return undefined
    this.#hold(key, kept)
    return kept.result
  }

  put(key: string, result: FetchResult): void {
    const { status, truncated, responseHeaders } = result.exchange
    const size = sizeOf(result)
    if (status !== 200 || truncated !== null || size > this.#maxBytes * MAX_SHARE) return
    const life = lifeOf(responseHeaders)
    if (life <= 0) return
    const known = this.#kept.get(key)
    if (known) this.#drop(key, known)
    this.#hold(key, { result, until: this.#now() + life })
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest, kept)
    }
  }

  #hold(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#bytes += sizeOf(kept.result)
  }

  #drop(key: string, kept: Kept): void {
    this.#kept.delete(key)
    this.#bytes -= sizeOf(kept.result)
  }
}

function sizeOf({ body, exchange }: FetchResult): number {
  return body.length + exchange.body.length
}

/** How long a response may be reused, by its Cache-Control. */
function lifeOf(headers: FetchResult['exchange']['responseHeaders']): number {
  const stated = headerValues(headers, 'cache-control')
    .flatMap((value) => value.slice(0, 1_000).toLowerCase().split(','))
    .map((word) => word.trim())
  if (stated.includes('no-store') || stated.includes('no-cache')) return 0
  const age = stated.find((word) => word.startsWith('max-age='))
  const seconds = age === undefined ? Number.NaN : Number(age.slice('max-age='.length))
  return Number.isNaN(seconds) ? UNSTATED_MS : Math.min(seconds * 1_000, MAX_MS)
}
