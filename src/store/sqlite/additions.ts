import type { AddResult, NewItem, UrlId } from '../../model/crawl.ts'
import { EventideError } from '../../model/errors.ts'
import { refinedScore } from '../rules/refined-score.ts'
import { isNamedSeed, isSeed } from '../rules/seeds.ts'
import type { Connection, Value } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { RowInsert } from './row-insert.ts'
import { URL_STATE, type UrlStateCode } from './schema.ts'
import { fingerprintOf } from './urls.ts'
import { finite, plain } from './values.ts'

/** A known URL, and whether the current parent is one of its parents. */
type Known = readonly [
  id: UrlId,
  canonical: string,
  hostId: number,
  state: UrlStateCode,
  score: number,
  parents: number,
  parent: UrlId | null,
  depth: number,
  redirects: number,
  tunnel: number,
  bestParent: number,
  bestLink: number,
  linked: 0 | 1,
]

const KNOWN = `
  SELECT u.id, u.canonical, u.host_id, u.state, u.score, u.parents, u.parent, u.depth, u.redirects, u.tunnel,
    u.best_parent, u.best_link, EXISTS (SELECT 1 FROM links WHERE url_id = u.id AND parent_id = ?)
  FROM json_each(?) sought CROSS JOIN urls u ON u.fingerprint = sought.value`

const REFINE = `
  UPDATE urls SET state = ?, score = ?, parents = ?, parent = ?, depth = ?, redirects = ?, tunnel = ?,
    best_parent = ?, best_link = ? WHERE id = ?`

/** A seed has no parent, even if a page had led to it before. */
const NAME_SEED = 'UPDATE urls SET parent = NULL, depth = 0, redirects = 0, tunnel = 0 WHERE id = ?'

/** While a URL is not queued, parents are recorded but not counted; the seed's own row in `links` is not written yet. */
const RETRY_AS_SEED = `
  UPDATE urls SET state = ${URL_STATE.queued}, score = ?, best_link = ?, best_parent = 0, attempts = 0, lost = 0,
    parents = 1 + (SELECT count(*) FROM links WHERE url_id = urls.id) WHERE id = ?`

/**
 * Adds items to the frontier, inside the caller's transaction. The items of one page are added together: their known rows are read in
 * one query, and new rows are written in bulk.
 */
export class Additions {
  readonly #connection: Connection
  readonly #hosts: Hosts
  readonly #counters: Counters
  readonly #urls: RowInsert
  readonly #links: RowInsert
  readonly #endings: RowInsert

  constructor(connection: Connection, hosts: Hosts, counters: Counters) {
    this.#connection = connection
    this.#hosts = hosts
    this.#counters = counters
    this.#urls = new RowInsert(
      connection,
      'urls (id, fingerprint, canonical, requested, host_id, state, score, parents, parent, depth, redirects, tunnel, best_parent, best_link)',
    )
    this.#links = new RowInsert(connection, 'links (url_id, parent_id, score, anchor, evidence)')
    this.#endings = new RowInsert(connection, 'endings (url_id, code, message, status)')
  }

  add(items: readonly NewItem[]): AddResult[] {
    this.#requireParents(items)
    const results: AddResult[] = []
    for (let from = 0; from < items.length; ) {
      const parent = items[from]?.parent ?? null
      let to = from + 1
      while (to < items.length && items[to]?.parent === parent) to++
      this.#addOf(parent, items.slice(from, to), results)
      from = to
    }
    return results
  }

  /** Items of one parent: a URL that occurs twice already has that parent. */
  #addOf(parent: UrlId | null, items: readonly NewItem[], results: AddResult[]): void {
    const fingerprints = items.map((item) => fingerprintOf(item.canonicalUrl))
    const known = new Map<string, Known>()
    for (const row of this.#connection.lists<Known>(KNOWN, parent ?? 0, JSON.stringify(fingerprints)))
      known.set(row[1], row)
    const met = new Set<string>()
    const urls: Value[] = []
    const links: Value[] = []
    const endings: Value[] = []
    let last: UrlId | null = null
    items.forEach((item, i) => {
      const { canonicalUrl, excluded } = item
      const row = known.get(canonicalUrl)
      if (met.has(canonicalUrl) || row?.[12] === 1) {
        results.push('known')
        return
      }
      met.add(canonicalUrl)
      if (row) {
        results.push(this.#refine(row, item, links))
        return
      }
      last ??= this.#lastId()
      const id = ++last
      const hostId = this.#hosts.idOf(item.host, item.source)
      const state = excluded === undefined ? URL_STATE.queued : URL_STATE.excluded
      const score = finite(item.score)
      const requested = item.url === canonicalUrl ? null : item.url
      const { depth, redirects, tunnel } = item
      urls.push(id, fingerprints[i] as number, canonicalUrl, requested, hostId, state, score, 1, parent)
      urls.push(depth, redirects, tunnel, parent ?? 0, score)
      links.push(id, parent ?? 0, score, plain(item.anchor), JSON.stringify(item.evidence))
      this.#counters.moved(null, state)
      if (excluded === undefined) this.#hosts.touch(hostId)
      else endings.push(id, plain(excluded), '', null)
      results.push('added')
    })
    this.#urls.write(urls)
    this.#links.write(links)
    this.#endings.write(endings)
  }

  /** Records a new parent. Evidence makes up most of a link, so it is stored only if a decision depends on it. */
  #refine(row: Known, item: NewItem, links: Value[]): AddResult {
    const [id, , hostId, state, before, parents, parent, depth, redirects, tunnel, bestParent, bestLink] = row
    const waits = state <= URL_STATE.leased || state === URL_STATE.excluded
    const named = isNamedSeed(item)
    const score = finite(item.score)
    const evidence = waits || named ? JSON.stringify(item.evidence) : null
    links.push(id, item.parent ?? 0, score, plain(item.anchor), evidence)
    if (named) this.#connection.run(NAME_SEED, id)
    if (!waits) return named && state !== URL_STATE.done ? this.#retryAsSeed(row, score) : 'known'
    const revived = state === URL_STATE.excluded && item.excluded === undefined
    const wasSeed = isSeed({ depth })
    const path = named || (!wasSeed && (revived || item.depth < depth)) ? item : { parent, depth, redirects }
    // A leased URL is observed with the evidence it was leased for.
    const better = (score > bestLink || (named && !wasSeed)) && state !== URL_STATE.leased
    this.#connection.run(
      REFINE,
      revived ? URL_STATE.queued : state,
      refinedScore({ score: before, depth, parents }, { ...item, score }),
      parents + 1,
      path.parent,
      path.depth,
      path.redirects,
      revived && !wasSeed ? item.tunnel : Math.min(tunnel, item.tunnel),
      better ? (item.parent ?? 0) : bestParent,
      better ? score : bestLink,
      id,
    )
    if (revived) {
      this.#connection.run('DELETE FROM endings WHERE url_id = ?', id)
      this.#counters.moved(URL_STATE.excluded, URL_STATE.queued)
    }
    this.#hosts.touch(hostId)
    return 'refined'
  }

  /** A URL that failed or was dropped as a link is tried again when it is given as a seed. */
  #retryAsSeed([id, , hostId, state]: Known, score: number): AddResult {
    this.#connection.run(RETRY_AS_SEED, score, score, id)
    this.#connection.run('DELETE FROM endings WHERE url_id = ?', id)
    this.#counters.moved(state, URL_STATE.queued)
    this.#hosts.touch(hostId)
    return 'refined'
  }

  #lastId(): UrlId {
    return this.#connection.get<{ id: UrlId | null }>('SELECT max(id) AS id FROM urls')?.id ?? 0
  }

  #requireParents(items: readonly NewItem[]): void {
    for (const parent of new Set(items.map((item) => item.parent))) {
      if (parent === null || this.#connection.get('SELECT 1 FROM urls WHERE id = ?', parent)) continue
      throw new EventideError('unknown-parent', `no URL has the id ${parent}`, { exit: 'internal' })
    }
  }
}
