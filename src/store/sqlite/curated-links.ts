import type { NewItem, UrlId } from '../../model/crawl.ts'
import type { CurationRequest } from '../records.ts'
import { isSeed } from '../rules/seeds.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { URL_STATE } from './schema.ts'

type Decision = CurationRequest['decision']

/**
 * How far a curator's decision moves the score of a link: halfway to 1, or to 0. Links keep their order among each other, and every link
 * of an accepted page ranks above links of half its score.
 */
const SHIFT = 0.5

/** Codes of links excluded because of irrelevant or missing pages on their path; revived when that page is accepted. */
const THROUGH_PAGE = ['tunnel', 'soft-404']
/** Codes of links excluded because of a budget or a low score of their source; revived when the source is accepted. */
const OF_SOURCE = ['host-budget', 'source-budget', 'tunnel', 'low-score']
const REJECTED = 'source-rejected'

const { queued, leased, excluded, dropped } = URL_STATE

/** A link to an accepted source that is being queued. */
export function raised(item: NewItem): NewItem {
  const curated = { value: 1, weight: SHIFT, because: ['a curator accepted the source'] }
  return { ...item, score: shifted(item.score, 'accepted'), evidence: { ...item.evidence, curated } }
}

/** Applies a curator's decision to queued links, inside the caller's transaction; returns how many changed. */
export class CuratedLinks {
  readonly #connection: Connection
  readonly #hosts: Hosts
  readonly #counters: Counters

  constructor(connection: Connection, hosts: Hosts, counters: Counters) {
    this.#connection = connection
    this.#hosts = hosts
    this.#counters = counters
  }

  /** The links on a page: the one that determines the score of its URL moves it fully, others by their share. */
  ofPage(page: UrlId, before: Decision, now: Decision): number {
    if (before === now) return 0
    const revived = now === 'accepted' ? this.#reviveThrough(page) : 0
    const own = this.#connection.get<{ tunnel: number }>('SELECT tunnel FROM urls WHERE id = ?', page)
    const rows = this.#connection.all<LinkRow>(
      `SELECT l.url_id, l.score AS link, u.host_id, u.depth, u.score, u.parents, u.best_parent
       FROM links l CROSS JOIN urls u ON u.id = l.url_id
       WHERE l.parent_id = ? AND u.state IN (${queued}, ${leased}, ${excluded})`,
      page,
    )
    for (const row of rows) {
      const link = shifted(unshifted(row.link, before), now)
      const isBest = row.best_parent === page
      const change = isSeed(row) ? 0 : (link - row.link) / (isBest ? 1 : row.parents)
      this.#note(row.url_id, page, link, now)
      this.#connection.run(
        'UPDATE urls SET score = ?, best_link = CASE WHEN best_parent = ? THEN ? ELSE best_link END WHERE id = ?',
        clamped(row.score + change),
        page,
        link,
        row.url_id,
      )
      this.#hosts.touch(row.host_id)
    }
    this.#connection.run(
      `UPDATE urls SET tunnel = ? WHERE parent = ? AND state IN (${queued}, ${leased}, ${excluded})
         AND id IN (SELECT url_id FROM links WHERE parent_id = ?)`,
      now === 'accepted' ? 0 : (own?.tunnel ?? 0) + 1,
      page,
      page,
    )
    return Math.max(rows.length, revived)
  }

  /** The links to a source. */
  ofHosts(hosts: readonly number[], before: Decision, now: Decision): number {
    if (before === now) return 0
    const ids = JSON.stringify(hosts)
    let changed = 0
    if (before === 'rejected') changed += this.#revive(ids, [REJECTED])
    if (before === 'accepted') changed += this.#weigh(ids, `max(0.0, (score - ${SHIFT}) / (1 - ${SHIFT}))`)
    if (now === 'rejected') changed += this.#exclude(ids)
    if (now === 'accepted') {
      this.#revive(ids, OF_SOURCE)
      changed = this.#weigh(ids, `score + (1 - score) * ${SHIFT}`)
    }
    for (const host of hosts) this.#hosts.touch(host)
    return changed
  }

  /** The reason is stored with the link, for `explain`. */
  #note(id: UrlId, page: UrlId, score: number, decision: Decision): void {
    const value = decision === 'accepted' ? 1 : 0
    const part = { value, weight: SHIFT, because: [`a curator ${decision} the page`] }
    if (decision === null)
      this.#connection.run(
        "UPDATE links SET score = ?, evidence = json_remove(evidence, '$.curated') WHERE url_id = ? AND parent_id = ?",
        score,
        id,
        page,
      )
    else
      this.#connection.run(
        "UPDATE links SET score = ?, evidence = json_set(evidence, '$.curated', json(?)) WHERE url_id = ? AND parent_id = ?",
        score,
        JSON.stringify(part),
        id,
        page,
      )
  }

  #weigh(hosts: string, score: string): number {
    return this.#connection.run(
      `UPDATE urls SET score = ${score} WHERE state = ${queued} AND depth > 0 AND host_id IN (SELECT value FROM json_each(?))`,
      hosts,
    ).changes
  }

  #exclude(hosts: string): number {
    const waiting = `state = ${queued} AND host_id IN (SELECT value FROM json_each(?))
      AND id NOT IN (SELECT url_id FROM refetches)`
    this.#connection.run(
      `INSERT OR REPLACE INTO endings (url_id, code, message, status) SELECT id, '${REJECTED}', '', NULL FROM urls WHERE ${waiting}`,
      hosts,
    )
    const { changes } = this.#connection.run(`UPDATE urls SET state = ${excluded} WHERE ${waiting}`, hosts)
    this.#counters.add('queued', -changes)
    this.#counters.add('excluded', changes)
    return changes
  }

  #revive(hosts: string, codes: readonly string[]): number {
    return this.#requeue(
      `SELECT e.url_id FROM endings e CROSS JOIN urls u ON u.id = e.url_id
       WHERE e.code IN (SELECT value FROM json_each(?2)) AND u.state IN (${excluded}, ${dropped})
         AND u.host_id IN (SELECT value FROM json_each(?1))`,
      hosts,
      JSON.stringify(codes),
    )
  }

  #reviveThrough(page: UrlId): number {
    return this.#requeue(
      `SELECT l.url_id FROM links l CROSS JOIN urls u ON u.id = l.url_id CROSS JOIN endings e ON e.url_id = u.id
       WHERE l.parent_id = ?1 AND u.state = ${excluded} AND e.code IN (SELECT value FROM json_each(?2))`,
      page,
      JSON.stringify(THROUGH_PAGE),
    )
  }

  #requeue(which: string, first: string | number, second: string): number {
    const ids = JSON.stringify(
      this.#connection.all<{ url_id: UrlId }>(which, first, second).map((row) => row.url_id),
    )
    const { changes } = this.#connection.run(
      // While it was not queued, further parents were recorded but not counted.
      `UPDATE urls SET state = ${queued}, parents = (SELECT count(*) FROM links WHERE url_id = urls.id)
       WHERE id IN (SELECT value FROM json_each(?))`,
      ids,
    )
    this.#connection.run('DELETE FROM endings WHERE url_id IN (SELECT value FROM json_each(?))', ids)
    for (const { host_id } of this.#connection.all<{ host_id: number }>(
      'SELECT DISTINCT host_id FROM urls WHERE id IN (SELECT value FROM json_each(?))',
      ids,
    ))
      this.#hosts.touch(host_id)
    this.#counters.add('queued', changes)
    this.#counters.add('excluded', -changes)
    return changes
  }
}

interface LinkRow {
  url_id: UrlId
  link: number
  host_id: number
  depth: number
  score: number
  parents: number
  best_parent: UrlId
}

function shifted(score: number, decision: Decision): number {
  if (decision === null) return score
  return decision === 'accepted' ? score + (1 - score) * SHIFT : score * (1 - SHIFT)
}

function unshifted(score: number, decision: Decision): number {
  if (decision === null) return score
  return clamped(decision === 'accepted' ? (score - SHIFT) / (1 - SHIFT) : score / (1 - SHIFT))
}

function clamped(score: number): number {
  return Math.min(1, Math.max(0, score))
}
