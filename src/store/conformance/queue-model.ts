import type { Lease, NewItem } from '../../model/crawl.ts'
import { type ClaimRequest, DEFAULT_HOST_DELAY_MS, type HostPause, type QueueCounts } from '../store.ts'

interface ModelUrl {
  readonly item: NewItem
  readonly found: number
  state: 'queued' | 'leased' | 'done' | 'failed' | 'excluded' | 'dropped'
  score: number
  depth: number
  attempts: number
  lost: number
  readonly parents: Set<string | null>
}

interface ModelHost {
  nextAt: number
  delayMs: number
  leased: boolean
}

/** What a claim must give. */
export interface Expected {
  readonly canonicalUrl: string
  readonly score: number
  readonly depth: number
  readonly attempts: number
  readonly lost: number
}

/** The queue as plain maps and full scans: slow, obvious, and what a store is compared with. Parents are canonical URLs here. */
export class QueueModel {
  now = 0
  readonly urls = new Map<string, ModelUrl>()
  readonly leases = new Map<string, { lease: Lease; until: number }>()
  /** Leases that were lost; their holders do not know it. */
  readonly lost: Lease[] = []
  readonly #hosts = new Map<string, ModelHost>()

  add(item: NewItem, parent: string | null): 'added' | 'refined' | 'known' {
    const known = this.urls.get(item.canonicalUrl)
    if (!known) {
      const state = item.excluded === undefined ? 'queued' : 'excluded'
      const { score, depth } = item
      const parents = new Set([parent])
      this.urls.set(item.canonicalUrl, {
        item,
        found: this.urls.size,
        state,
        score,
        depth,
        attempts: 0,
        lost: 0,
        parents,
      })
      return 'added'
    }
    if (known.parents.has(parent)) return 'known'
    known.parents.add(parent)
    const namedSeed = item.depth === 0 && parent === null
    const ended = known.state === 'done' || known.state === 'failed' || known.state === 'dropped'
    if (ended && (!namedSeed || known.state === 'done')) {
      if (namedSeed) known.depth = 0
      return 'known'
    }
    if (ended) return this.#retryAsSeed(known, item)
    const wasSeed = known.depth === 0
    if (item.depth > 0 && !wasSeed) known.score += (item.score - known.score) / known.parents.size
    else if (item.depth === 0) known.score = wasSeed ? Math.max(known.score, item.score) : item.score
    const revived = known.state === 'excluded' && item.excluded === undefined
    if (revived) known.state = 'queued'
    known.depth = revived && !wasSeed ? item.depth : Math.min(known.depth, item.depth)
    return 'refined'
  }

  claim(n: number): Expected[] {
    for (const [url, { lease, until }] of this.leases) {
      if (until > this.now) continue
      this.lost.push(lease)
      this.#back(url, false)
      this.#url(url).lost++
      const host = this.#host(lease.host)
      host.nextAt = Math.max(host.nextAt, this.now + host.delayMs)
    }
    return this.#readyHeads()
      .slice(0, n)
      .map(([canonicalUrl, { score, depth, attempts, lost }]) => ({
        canonicalUrl,
        score,
        depth,
        attempts,
        lost,
      }))
  }

  claimed(leases: readonly Lease[], request: ClaimRequest): void {
    for (const lease of leases) {
      this.#url(lease.canonicalUrl).state = 'leased'
      this.#host(lease.host).leased = true
      this.leases.set(lease.canonicalUrl, { lease, until: request.now + request.leaseMs })
    }
  }

  complete(lease: Lease, state: 'done' | 'failed' | 'dropped', pause: HostPause): void {
    this.leases.delete(lease.canonicalUrl)
    this.#url(lease.canonicalUrl).state = state
    this.#rest(lease.host, pause)
  }

  release(lease: Lease, failedTry: boolean, pause: HostPause): void {
    this.#back(lease.canonicalUrl, failedTry)
    this.#rest(lease.host, pause)
  }

  reprioritise(url: string, score: number): void {
    const known = this.#url(url)
    if (known.depth === 0) return
    if (known.state === 'queued' || known.state === 'leased') known.score = score
  }

  nextReady(): number | null {
    const states = [...this.urls.values()].map((url) => url.state)
    if (!states.includes('queued') && !states.includes('leased')) return null
    if ([...this.leases.values()].some(({ until }) => until <= this.now)) return this.now
    const queued = [...this.urls.values()].filter(({ state }) => state === 'queued')
    const free = queued.map(({ item }) => this.#host(item.host)).filter((host) => !host.leased)
    return Math.max(this.now, Math.min(...free.map((host) => host.nextAt), Number.POSITIVE_INFINITY))
  }

  counts(): Omit<QueueCounts, 'fetched' | 'kept' | 'copies'> {
    const counts = { queued: 0, leased: 0, done: 0, failed: 0, excluded: 0 }
    for (const { state } of this.urls.values()) counts[state === 'dropped' ? 'excluded' : state]++
    return counts
  }

  #readyHeads(): [string, ModelUrl][] {
    const heads = new Map<string, [string, ModelUrl]>()
    for (const [url, known] of this.urls) {
      const host = this.#host(known.item.host)
      if (known.state !== 'queued' || host.leased || host.nextAt > this.now) continue
      const head = heads.get(known.item.host)
      if (!head || better(known, head[1]) < 0) heads.set(known.item.host, [url, known])
    }
    return [...heads.values()].sort((a, b) => better(a[1], b[1]))
  }

  #retryAsSeed(known: ModelUrl, { score }: NewItem): 'refined' {
    Object.assign(known, { state: 'queued', score, depth: 0, attempts: 0, lost: 0 })
    return 'refined'
  }

  #back(url: string, failedTry: boolean): void {
    this.leases.delete(url)
    const known = this.#url(url)
    known.state = 'queued'
    if (failedTry) known.attempts++
    this.#host(known.item.host).leased = false
  }

  #rest(name: string, pause: HostPause): void {
    const host = this.#host(name)
    host.leased = false
    host.nextAt = pause.notBefore
    if (pause.pace) host.delayMs = pause.pace.delayMs
  }

  #url(canonicalUrl: string): ModelUrl {
    const known = this.urls.get(canonicalUrl)
    if (!known) throw new Error(`the store knows ${canonicalUrl}, the model does not`)
    return known
  }

  #host(name: string): ModelHost {
    const known = this.#hosts.get(name) ?? { nextAt: 0, delayMs: DEFAULT_HOST_DELAY_MS, leased: false }
    this.#hosts.set(name, known)
    return known
  }
}

function better(a: ModelUrl, b: ModelUrl): number {
  const isLink = ({ depth }: ModelUrl) => Number(depth > 0)
  return isLink(a) - isLink(b) || b.score - a.score || a.found - b.found
}
