import type { UrlId } from '../../model/crawl.ts'
import type { PlaceCount } from '../../model/place.ts'
import { fingerprintOf } from '../../page/fingerprint.ts'
import { whoOf } from '../../page/page-facts.ts'
import { indexTermsOf } from '../../text/terms.ts'
import type { Connection } from './connection.ts'
import type { Copies } from './copies.ts'
import type { Counters } from './counters.ts'
import type { Facets } from './facets.ts'
import { storedJson } from './stored-rows.ts'
import { finite, plain, unpackText } from './values.ts'

interface StoredPage {
  ord: number
  url_id: UrlId
  host_id: number
  title: string
  summary: string
  language: string
  places: string
  duplicate_of: UrlId | null
  text: string | Uint8Array
}

const STORED = `
  SELECT p.ord, p.url_id, u.host_id, p.title, p.summary, p.language, p.places, p.duplicate_of, t.text
  FROM pages p CROSS JOIN page_texts t ON t.ord = p.ord CROSS JOIN urls u ON u.id = p.url_id WHERE p.ord = ?`

/** Adds stored pages to the library and removes them, inside the caller's transaction. */
export class KeptPages {
  readonly #connection: Connection
  readonly #counters: Counters
  readonly #copies: Copies
  readonly #facets: Facets

  constructor(connection: Connection, counters: Counters, copies: Copies, facets: Facets) {
    this.#connection = connection
    this.#counters = counters
    this.#copies = copies
    this.#facets = facets
  }

  /** Keeps a page: it is indexed, counted and compared with later ones, unless it is a copy of a kept page. */
  keep(order: number): void {
    const page = this.#stored(order)
    if (!page) return
    // A page without stored text cannot be compared.
    const original = page.text === '' ? null : (this.#copies.originalOf(this.#fingerprint(page))?.id ?? null)
    this.#connection.run('DELETE FROM rejected_terms WHERE rowid = ?', order)
    this.#connection.run('UPDATE pages SET kept = 1, duplicate_of = ? WHERE ord = ?', original, order)
    this.#counters.add(original === null ? 'kept' : 'copies', 1)
    if (original === null) this.#index(page)
    const { title, language } = page
    this.#nameWho(
      page,
      whoOf({ title, language, mainText: unpackText(page.text), places: storedJson(page.places) }),
    )
  }

  /** Stops keeping a page. The first of its copies takes its place. */
  drop(order: number): void {
    const page = this.#stored(order)
    if (!page) return
    if (page.duplicate_of === null) {
      this.#copies.forget(page.url_id)
      for (const [table, key] of [
        ['page_terms', 'rowid'],
        ['page_places', 'ord'],
      ])
        this.#connection.run(`DELETE FROM ${table} WHERE ${key} = ?`, order)
    }
    this.#connection.run('UPDATE pages SET kept = 0, duplicate_of = NULL WHERE ord = ?', order)
    this.#counters.add(page.duplicate_of === null ? 'kept' : 'copies', -1)
    this.#connection.run(
      'INSERT INTO rejected_terms (rowid, title, body) VALUES (?, ?, ?)',
      order,
      termsOf(page.title, page.language),
      termsOf(page.summary, page.language),
    )
    this.#nameWho(page, [])
    if (page.duplicate_of === null) this.#promoteCopyOf(page.url_id)
  }

  #promoteCopyOf(id: UrlId): void {
    const first = this.#connection.get<{ ord: number; url_id: UrlId }>(
      'SELECT ord, url_id FROM pages WHERE duplicate_of = ? AND kept = 1 ORDER BY ord LIMIT 1',
      id,
    )
    if (!first) return
    // Setting `kept` makes the library read the page again.
    this.#connection.run('UPDATE pages SET kept = 1, duplicate_of = NULL WHERE ord = ?', first.ord)
    this.#connection.run(
      'UPDATE pages SET kept = kept, duplicate_of = ? WHERE duplicate_of = ?',
      first.url_id,
      id,
    )
    this.#counters.add('copies', -1)
    this.#counters.add('kept', 1)
    const page = this.#stored(first.ord)
    if (page) this.#index(page)
  }

  #index(page: StoredPage): void {
    const text = unpackText(page.text)
    this.#connection.run(
      'INSERT INTO page_terms (rowid, title, body) VALUES (?, ?, ?)',
      page.ord,
      termsOf(page.title, page.language),
      termsOf(text, page.language),
    )
    for (const place of storedJson<PlaceCount[]>(page.places)) {
      this.#connection.run(
        'INSERT OR IGNORE INTO page_places (ord, place_id, lat, lon, count) VALUES (?, ?, ?, ?, ?)',
        page.ord,
        place.id,
        finite(place.lat),
        finite(place.lon),
        Math.trunc(finite(place.count)),
      )
    }
    if (page.text !== '') this.#copies.index(page.ord, this.#fingerprint(page))
  }

  #nameWho(page: StoredPage, who: ReturnType<typeof whoOf>): void {
    this.#connection.run('UPDATE pages SET who = ? WHERE ord = ?', JSON.stringify(who), page.ord)
    this.#connection.run('DELETE FROM page_facets WHERE ord = ?', page.ord)
    this.#facets.write(page.ord, page.host_id, storedJson(page.places), who)
  }

  #fingerprint(page: StoredPage) {
    return fingerprintOf(page.title, unpackText(page.text))
  }

  #stored(order: number): StoredPage | undefined {
    return this.#connection.get<StoredPage>(STORED, order)
  }
}

function termsOf(text: string, language: string): string {
  return plain(indexTermsOf(text, language).join(' '))
}
