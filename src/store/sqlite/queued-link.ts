import type { Candidate, Lease, UrlId } from '../../model/crawl.ts'
import type { Evidence } from '../../model/verdict.ts'
import type { Connection } from './connection.ts'

/** What a claim asks of a waiting URL `u`; read as lists, because a strategy is shown hundreds of them. */
export const LINK_COLUMNS = `u.id, u.canonical, u.requested, u.score, u.depth, u.parents, u.parent, u.best_parent, u.redirects,
  u.tunnel, u.attempts, u.lost`

export type LinkColumns = readonly [
  id: UrlId,
  canonical: string,
  requested: string | null,
  score: number,
  depth: number,
  parents: number,
  parent: UrlId | null,
  bestParent: UrlId,
  redirects: number,
  tunnel: number,
  attempts: number,
  lost: number,
]

/** And of its host `h`. */
export const HOST_COLUMNS = 'h.id, h.host, h.source, h.delay_ms, h.failures'

export type HostColumns = readonly [
  id: number,
  host: string,
  source: string,
  delayMs: number | null,
  failures: number | null,
]

const EVIDENCE = 'SELECT evidence FROM links WHERE url_id = ? AND parent_id = ?'

/** A waiting link of a ready host. */
export class QueuedLink {
  readonly ofHost: HostColumns
  readonly #columns: LinkColumns
  readonly #connection: Connection

  constructor(connection: Connection, ofHost: HostColumns, columns: LinkColumns) {
    this.#connection = connection
    this.ofHost = ofHost
    this.#columns = columns
  }

  get id(): UrlId {
    return this.#columns[0]
  }

  get canonicalUrl(): string {
    return this.#columns[1]
  }

  get hostId(): number {
    return this.ofHost[0]
  }

  /** What a strategy sees of it. Evidence is read when it is asked for: few are. */
  candidate(): Candidate {
    const [id, canonical, requested, score, depth, parents, , bestParent, , tunnel] = this.#columns
    const [, host, source] = this.ofHost
    const evidence = () => this.#evidence()
    return {
      id,
      url: requested ?? canonical,
      host,
      source,
      score,
      depth,
      tunnel,
      parents,
      bestParent: bestParent || null,
      get evidence() {
        return evidence()
      },
    }
  }

  lease(token: string): Lease {
    const [
      id,
      canonicalUrl,
      requested,
      score,
      depth,
      ,
      parent,
      bestParent,
      redirects,
      tunnel,
      attempts,
      lost,
    ] = this.#columns
    const [, host, source, delayMs, failures] = this.ofHost
    return {
      id,
      token,
      url: requested ?? canonicalUrl,
      canonicalUrl,
      host,
      source,
      score,
      depth,
      parent,
      bestParent: bestParent || null,
      evidence: this.#evidence(),
      redirects,
      tunnel,
      attempts,
      lost,
      pace: delayMs === null ? null : { delayMs, failures: failures ?? 0 },
    }
  }

  #evidence(): Evidence {
    const link = this.#connection.get<{ evidence: string | null }>(EVIDENCE, this.id, this.#columns[7])
    return link?.evidence ? JSON.parse(link.evidence) : {}
  }
}
