import type { Lease, NewItem } from '../../model/crawl.ts'
import { BLAME, SUSPECT_AFTER } from '../rules/suspects.ts'
import { type ClaimRequest, DEFAULT_HOST_DELAY_MS, type HostPause, type QueueCounts } from '../store.ts'

interface ModelUrl {
  readonly item: NewItem
  readonly found: number
  state: 'queued' | 'leased' | 'done' | 'failed' | 'excluded' | 'dropped'
  score: number
  depth: number
  attempts: number
  lost: number
  /** Null if it is not a suspect. */
  blame: number | null
  received: boolean
  readonly parents: Set<string | null>
}

interface ModelHost {
  nextAt: number
  delayMs: number
  leased: boolean
}

/** The expected result of a claim. */
export interface Expected {
  readonly canonicalUrl: string
  readonly score: number
  readonly depth: number
  readonly attempts: number
  readonly lost: number
  readonly blame: number | null
}

/** A reference model of the queue, with plain maps and full scans: slow but obviously correct. Parents are canonical URLs here. */
export class QueueModel {
  now = 0
  readonly urls = new Map<string, ModelUrl>()
  readonly leases = new Map<string, { lease: Lease; until: number }>()
  /** Lost leases whose holders have not noticed yet. */
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
        blame: null,
        received: false,
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
    this.#lose(({ until }) => until <= this.now, this.now)
    return this.#next()
      .slice(0, n)
      .map(([canonicalUrl, { score, depth, attempts, lost, blame }]) => ({
        canonicalUrl,
        score,
        depth,
        attempts,
        lost,
        blame,
      }))
  }

  /** The process dies, and another one opens the store at this time. */
  crash(now: number): void {
    this.#lose(() => true, now)
  }

  received({ canonicalUrl }: Lease): void {
    this.#url(canonicalUrl).received = true
  }

  claimed(leases: readonly Lease[], request: ClaimRequest): void {
    for (const lease of leases) {
      Object.assign(this.#url(lease.canonicalUrl), { state: 'leased', received: false })
      this.#host(lease.host).leased = true
      this.leases.set(lease.canonicalUrl, { lease, until: request.now + request.leaseMs })
    }
  }

  complete(lease: Lease, state: 'done' | 'failed' | 'dropped', pause: HostPause): void {
    this.leases.delete(lease.canonicalUrl)
    Object.assign(this.#url(lease.canonicalUrl), { state, blame: null })
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
    if (this.leases.size > 0 && this.#waitsForSuspect()) return Number.POSITIVE_INFINITY
    const queued = [...this.urls.values()].filter(({ state }) => state === 'queued')
    const free = queued.map(({ item }) => this.#host(item.host)).filter((host) => !host.leased)
    return Math.max(this.now, Math.min(...free.map((host) => host.nextAt), Number.POSITIVE_INFINITY))
  }

  counts(): Omit<QueueCounts, 'fetched' | 'kept' | 'copies'> {
    const counts = { queued: 0, leased: 0, done: 0, failed: 0, excluded: 0 }
    for (const { state } of this.urls.values()) counts[state === 'dropped' ? 'excluded' : state]++
    return counts
  }

  #next(): [string, ModelUrl][] {
    if (this.leases.size > 0 && this.#waitsForSuspect()) return []
    const suspects = this.#readySuspects()
    return suspects.length > 0 ? suspects.slice(0, 1) : this.#readyHeads()
  }

  #waitsForSuspect(): boolean {
    const leased = [...this.leases.keys()].some((url) => this.#url(url).blame !== null)
    return leased || this.#readySuspects().length > 0
  }

  #readySuspects(): [string, ModelUrl][] {
    return [...this.urls]
      .filter(([, { blame, state, item }]) => {
        const host = this.#host(item.host)
        return blame !== null && state === 'queued' && !host.leased && host.nextAt <= this.now
      })
      .sort(([, a], [, b]) => (a.blame ?? 0) - (b.blame ?? 0) || a.found - b.found)
  }

  #lose(isLost: (held: { until: number }) => boolean, now: number): void {
    const alone = this.leases.size === 1
    for (const [url, { lease, until }] of this.leases) {
      if (!isLost({ until })) continue
      this.lost.push(lease)
      this.#back(url, false)
      const known = this.#url(url)
      known.lost++
      if (alone && known.blame !== null) known.blame += known.received ? BLAME.received : BLAME.awaited
      if (known.lost >= SUSPECT_AFTER) known.blame ??= 0
      const host = this.#host(lease.host)
      host.nextAt = Math.max(host.nextAt, now + host.delayMs)
    }
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
    Object.assign(known, { state: 'queued', score, depth: 0, attempts: 0, lost: 0, blame: null })
    return 'refined'
  }

  #back(url: string, failedTry: boolean): void {
    this.leases.delete(url)
    const known = this.#url(url)
    known.state = 'queued'
    if (failedTry) Object.assign(known, { attempts: known.attempts + 1, lost: 0, blame: null })
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
