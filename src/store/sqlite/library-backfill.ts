import { pageKind } from '../../score/features/page-kind.ts'
import { indexTermsOf } from '../../text/terms.ts'
import type { Connection } from './connection.ts'
import type { Facets } from './facets.ts'
import { storedJson, unreadableRow } from './stored-rows.ts'
import { plain, unpackText } from './values.ts'

/** Pages upgraded at a time: a crash in between loses no more than this work. */
const CHUNK = 200

interface OlderRow {
  ord: number
  kept: number
  not_found: number
  title: string
  summary: string
  language: string
  content_type: string
  places: string
  who: string
  kind: string | null
  text: string | Uint8Array
  host_id: number
  url: string
}

/** The kinds of older pages that the strategy had stored, and the columns from which the others are derived. */
const OLDER = `
  SELECT p.ord, p.kept, p.not_found, p.title, p.summary, p.language, p.content_type, p.places, p.who, p.memo ->> '$.kind' AS kind,
    t.text, u.host_id, coalesce(u.requested, u.canonical) AS url
  FROM pages p CROSS JOIN page_texts t ON t.ord = p.ord CROSS JOIN urls u ON u.id = p.url_id
  WHERE p.ord > ? ORDER BY p.ord LIMIT ${CHUNK}`

const FEED_TYPE = /\b(?:rss|atom|feed)\b/

/** Adds facets to pages of a format without them, and indexes rejected pages, so that the library finds them all. */
export function fillLibrary(connection: Connection, facets: Facets): void {
  for (;;) {
    const due = connection.get<{ after_ord: number }>('SELECT after_ord FROM library_due')
    if (!due) return
    const rows = connection.all<OlderRow>(OLDER, due.after_ord)
    connection.transaction(() => {
      for (const row of rows) bringUp(connection, facets, row)
      const last = rows.at(-1)?.ord
      if (last !== undefined && !(last > due.after_ord)) throw unreadableRow()
      if (last === undefined) connection.run('DELETE FROM library_due')
      else connection.run('UPDATE library_due SET after_ord = ?', last)
    })
  }
}

function bringUp(connection: Connection, facets: Facets, row: OlderRow): void {
  facets.write(row.ord, row.host_id, storedJson(row.places), storedJson(row.who))
  connection.run('UPDATE pages SET kind = ? WHERE ord = ?', kindOf(row), row.ord)
  if (row.kept) return
  const terms = (text: string) => plain(indexTermsOf(text, row.language).join(' '))
  connection.run(
    'INSERT INTO rejected_terms (rowid, title, body) VALUES (?, ?, ?)',
    row.ord,
    terms(row.title),
    terms(row.summary),
  )
}

/** Links were not stored with pages: without a stored kind, the URL and the length of the text decide. */
function kindOf(row: OlderRow): string {
  if (row.not_found) return 'not-found'
  if (row.kind === 'article' || row.kind === 'list' || row.kind === 'archive' || row.kind === 'feed')
    return row.kind
  const form = FEED_TYPE.test(row.content_type) ? 'feed' : 'page'
  return pageKind({ url: row.url, form, mainText: unpackText(row.text), links: [] })
}
