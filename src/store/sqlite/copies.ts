import type { UrlId } from '../../model/crawl.ts'
import { copyResemblance, type Fingerprint, fingerprintOf } from '../../page/fingerprint.ts'
import type { Connection } from './connection.ts'
import { unreadableRow } from './stored-rows.ts'
import { unpackText } from './values.ts'

/** Maximum number of pages examined per key: a hostile site can create many with the same key, none of them a copy. */
const MAX_PER_KEY = 8
/** Maximum number of candidates whose texts are compared, those with the most shared keys first. */
const MAX_COMPARED = 4
/** Pages indexed at a time when an older collection is opened. */
const CHUNK = 200

interface Original {
  readonly id: UrlId
  readonly order: number
}

/** Finds kept pages with the same text, by a few index lookups and text comparisons, whatever the number of pages. Works inside the caller's transaction. */
export class Copies {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The kept page that a text is a copy of: the most similar one, and among equals the earliest. */
  originalOf(fingerprint: Fingerprint): Original | undefined {
    const shared = new Map<number, number>()
    for (const key of fingerprint.keys) {
      const sql = `SELECT ord FROM near_keys WHERE key = ? ORDER BY ord LIMIT ${MAX_PER_KEY}`
      for (const { ord } of this.#connection.all<{ ord: number }>(sql, key))
        shared.set(ord, (shared.get(ord) ?? 0) + 1)
    }
    const candidates = [...shared].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_COMPARED)
    let best: (Original & { readonly alike: number }) | undefined
    for (const [order] of candidates) {
      const page = this.#textOf(order)
      const alike = page && copyResemblance(fingerprint, fingerprintOf(page.title, page.text))
      if (page && alike !== null && alike !== undefined && alike > (best?.alike ?? 0))
        best = { id: page.id, order, alike }
    }
    return best
  }

  /** Indexes a page that is not a copy: later pages are compared with it. */
  index(order: number, { keys }: Fingerprint): void {
    for (const key of keys)
      this.#connection.run('INSERT OR IGNORE INTO near_keys (key, ord) VALUES (?, ?)', key, order)
  }

  /** Call before a page's text is removed; returns whether the page was a copy. */
  forget(id: UrlId): boolean {
    const sql = 'SELECT ord, duplicate_of FROM pages WHERE url_id = ?'
    const row = this.#connection.get<{ ord: number; duplicate_of: UrlId | null }>(sql, id)
    const page = row && this.#textOf(row.ord)
    if (!page) return false
    for (const key of fingerprintOf(page.title, page.text).keys)
      this.#connection.run('DELETE FROM near_keys WHERE key = ? AND ord = ?', key, row.ord)
    return row.duplicate_of !== null
  }

  /** Indexes kept pages of a format without duplicate detection, so that their copies are found from now on. */
  indexOlder(): void {
    const next = `SELECT ord FROM pages WHERE ord > ? AND kept = 1 ORDER BY ord LIMIT ${CHUNK}`
    for (;;) {
      const due = this.#connection.get<{ after_ord: number }>('SELECT after_ord FROM near_keys_due')
      if (!due) return
      const rows = this.#connection.all<{ ord: number }>(next, due.after_ord)
      this.#connection.transaction(() => {
        for (const { ord } of rows) {
          const page = this.#textOf(ord)
          if (page) this.index(ord, fingerprintOf(page.title, page.text))
        }
        const last = rows.at(-1)?.ord
        if (last !== undefined && !(last > due.after_ord)) throw unreadableRow()
        if (last === undefined) this.#connection.run('DELETE FROM near_keys_due')
        else this.#connection.run('UPDATE near_keys_due SET after_ord = ?', last)
      })
    }
  }

  #textOf(order: number): { id: UrlId; title: string; text: string } | undefined {
    const sql =
      'SELECT p.url_id, p.title, t.text FROM pages p CROSS JOIN page_texts t ON t.ord = p.ord WHERE p.ord = ?'
    const row = this.#connection.get<{ url_id: UrlId; title: string; text: string | Uint8Array }>(sql, order)
    return row && { id: row.url_id, title: row.title, text: unpackText(row.text) }
  }
}
