import type { Candidate, Lease, UrlId } from '../../model/crawl.ts'
import type { Evidence } from '../../model/verdict.ts'
import type { Connection } from './connection.ts'
import { storedJson } from './stored-rows.ts'

/** Columns of a queued URL `u` that a strategy sees. Read as arrays, because there are hundreds per claim. */
export const LINK_COLUMNS =
  'u.id, u.canonical, u.requested, u.score, u.depth, u.parents, u.best_parent, u.tunnel'

export type LinkColumns = readonly [
  id: UrlId,
  canonical: string,
  requested: string | null,
  score: number,
  depth: number,
  parents: number,
  bestParent: UrlId,
  tunnel: number,
]

/** Columns of its host `h`. */
export const HOST_COLUMNS = 'h.id, h.host, h.source, h.delay_ms, h.failures'

export type HostColumns = readonly [
  id: number,
  host: string,
  source: string,
  delayMs: number | null,
  failures: number | null,
]

const EVIDENCE = 'SELECT evidence FROM links WHERE url_id = ? AND parent_id = ?'

/** Columns read only for chosen links. */
const CHOSEN = `SELECT u.parent, u.redirects, u.attempts, u.lost, s.blame, l.evidence
  FROM urls u LEFT JOIN links l ON l.url_id = u.id AND l.parent_id = u.best_parent
  LEFT JOIN suspects s ON s.url_id = u.id WHERE u.id = ?`

interface ChosenRow {
  parent: UrlId | null
  redirects: number
  attempts: number
  lost: number
  blame: number | null
  evidence: string | null
}

/** A queued link of a ready host. */
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

  get score(): number {
    return this.#columns[3]
  }

  get source(): string {
    return this.ofHost[2]
  }

  get delayMs(): number | null {
    return this.ofHost[3]
  }

  get hostId(): number {
    return this.ofHost[0]
  }

  /** What a strategy sees. Evidence is read on access, because few strategies need it. */
  candidate(): Candidate {
    const [id, canonical, requested, score, depth, parents, bestParent, tunnel] = this.#columns
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
    const [id, canonicalUrl, requested, score, depth, , bestParent, tunnel] = this.#columns
    const [, host, source, delayMs, failures] = this.ofHost
    const { parent, redirects, attempts, lost, blame, evidence } = this.#connection.get<ChosenRow>(
      CHOSEN,
      id,
    ) as ChosenRow
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
      evidence: evidenceIn(evidence),
      redirects,
      tunnel,
      attempts,
      lost,
      blame,
      pace: delayMs === null ? null : { delayMs, failures: failures ?? 0 },
    }
  }

  #evidence(): Evidence {
    const link = this.#connection.get<{ evidence: string | null }>(EVIDENCE, this.id, this.#columns[6])
    return evidenceIn(link?.evidence ?? null)
  }
}

function evidenceIn(stored: string | null): Evidence {
  return stored ? storedJson(stored) : {}
}
