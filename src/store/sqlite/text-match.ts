import type { Ranked, TextIndex, TextQuestion, TextRun } from '../catalogue.ts'
import type { Connection } from './connection.ts'
import { plain } from './values.ts'

const TABLE = { kept: 'page_terms', rejected: 'rejected_terms' } as const

/** A word in the title says more about a page than one in its text: the usual order of magnitude for BM25F fields. */
const TITLE_WEIGHT = 4

/** BM25's k1 + 1, as FTS5 sets it: what a word can add, times how rare it is. */
const MAX_PER_WORD = 2.2
/** What FTS5 gives a word that stands on more than half of the pages. */
const MIN_RARITY = 1e-6

/**
 * One string instead of one row a page: a hundred thousand rows cost ten times as much on their way into JavaScript as in the index.
 * The orders of a range are read by the index itself: it starts at the first and stops at the last.
 */
export function matchingOrders(
  connection: Connection,
  index: TextIndex,
  question: TextQuestion,
  { from, to }: { readonly from: number; readonly to: number },
  inTitle: boolean,
): Uint32Array {
  const match = matchOf(question)
  if (match === null) return new Uint32Array(0)
  const table = TABLE[index]
  const sql = `SELECT group_concat(rowid) AS orders FROM ${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ?`
  const row = connection.get<{ orders: string | null }>(sql, inTitle ? `title : (${match})` : match, from, to)
  return ordersIn(row?.orders ?? '')
}

/** The highest rank that a page could reach, from how many pages have each run of terms. */
export function highestRank(connection: Connection, index: TextIndex, { must }: TextQuestion): number {
  const table = TABLE[index]
  const pages = connection.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}_docsize`)?.n ?? 0
  const count = `SELECT count(*) AS n FROM ${table} WHERE ${table} MATCH ?`
  let highest = 0
  for (const group of must) {
    const found = group.map(phraseOf).filter(Boolean)
    const counts = found.map((phrase) => connection.get<{ n: number }>(count, phrase)?.n ?? 0)
    // Forms that no page has cannot be reached.
    const rarities = counts.filter((n) => n > 0).map((n) => Math.log((pages - n + 0.5) / (n + 0.5)))
    highest += Math.max(MIN_RARITY, ...rarities) * MAX_PER_WORD
  }
  return highest
}

/** Pages outside `among` cost a look at one byte, not a rank. */
export function rankedPages(
  connection: Connection,
  index: TextIndex,
  question: TextQuestion,
  { from, to }: { readonly from: number; readonly to: number },
  among: Uint8Array,
  limit: number,
): Ranked {
  const match = matchOf(question)
  if (match === null) return { orders: [], ranks: [] }
  const table = TABLE[index]
  const rows = connection.all<{ ord: number; rank: number }>(
    `SELECT rowid AS ord, -bm25(${table}, ${TITLE_WEIGHT}.0, 1.0) AS rank FROM ${table}
     WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ? AND substr(?, rowid + 1, 1) = x'01' ORDER BY 2 DESC, 1 LIMIT ?`,
    match,
    from,
    to,
    among,
    limit,
  )
  return { orders: rows.map((row) => row.ord), ranks: rows.map((row) => row.rank) }
}

/** What FTS5 is asked; null when a group has no alternative left, or there is none: nothing can match it. */
function matchOf({ must, not }: TextQuestion): string | null {
  const groups = must.map(groupOf)
  if (groups.length === 0 || groups.includes('')) return null
  const without = not.map(groupOf).filter(Boolean)
  const wanted = groups.join(' AND ')
  return without.length ? `(${wanted}) NOT (${without.join(' OR ')})` : wanted
}

function groupOf(alternatives: readonly TextRun[]): string {
  const phrases = alternatives.map(phraseOf).filter(Boolean)
  return phrases.length ? `(${phrases.join(' OR ')})` : ''
}

const ONE_IDEOGRAPH = /^\p{Script=Han}$/u

/** Terms reach FTS5 only inside quotes, where nothing but a quote is special. One ideograph is the beginning of a pair. */
function phraseOf({ terms, startsWith, inTitle }: TextRun): string {
  const phrase = plain(terms.join(' ')).trim()
  if (phrase === '') return ''
  const open = startsWith || ONE_IDEOGRAPH.test(phrase) ? ' *' : ''
  return `${inTitle ? 'title : ' : ''}"${phrase.replaceAll('"', '""')}"${open}`
}

/** `3,17,204`: digits and commas only, read without making a string of each. */
function ordersIn(list: string): Uint32Array {
  if (list === '') return new Uint32Array(0)
  let commas = 1
  for (let i = 0; i < list.length; i++) if (list.charCodeAt(i) === COMMA) commas++
  const orders = new Uint32Array(commas)
  let at = 0
  let value = 0
  for (let i = 0; i < list.length; i++) {
    const code = list.charCodeAt(i)
    if (code === COMMA) {
      orders[at++] = value
      value = 0
    } else value = value * 10 + code - ZERO
  }
  orders[at] = value
  return orders
}

const COMMA = 44
const ZERO = 48
