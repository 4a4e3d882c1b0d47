import type { TextIndex, TextQuery, TextRun, TextScores } from '../catalogue.ts'
import type { Connection } from './connection.ts'
import { plain } from './values.ts'

const TABLE = { kept: 'page_terms', rejected: 'rejected_terms' } as const

/** Weight of the title relative to the text, of the usual order of magnitude for BM25F. */
const TITLE_WEIGHT = 4

/** BM25's k1 + 1 as in FTS5: the maximum score of a word is this times its inverse document frequency. */
const MAX_PER_WORD = 2.2
/** Inverse document frequency that FTS5 uses for words on more than half of the pages. */
const MIN_RARITY = 1e-6

/**
 * One string instead of one row per page: passing a hundred thousand rows to JavaScript costs ten times as much as the query.
 * The range is applied by the index itself.
 */
export function matchingOrders(
  connection: Connection,
  index: TextIndex,
  searchQuery: TextQuery,
  { from, to }: { readonly from: number; readonly to: number },
  inTitle: boolean,
): Uint32Array {
  const match = matchOf(searchQuery)
  if (match === null) return new Uint32Array(0)
  const table = TABLE[index]
  const sql = `SELECT group_concat(rowid) AS orders FROM ${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ?`
  const row = connection.get<{ orders: string | null }>(sql, inTitle ? `title : (${match})` : match, from, to)
  return ordersIn(row?.orders ?? '')
}

/** The highest possible rank of a page, from the number of pages with each run of terms. */
export function highestRank(connection: Connection, index: TextIndex, { must }: TextQuery): number {
  const table = TABLE[index]
  const pages = connection.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}_docsize`)?.n ?? 0
  const count = `SELECT count(*) AS n FROM ${table} WHERE ${table} MATCH ?`
  let highest = 0
  for (const group of must) {
    const found = group.map(phraseOf).filter(Boolean)
    const counts = found.map((phrase) => connection.get<{ n: number }>(count, phrase)?.n ?? 0)
    // Runs without pages do not count.
    const rarities = counts.filter((n) => n > 0).map((n) => Math.log((pages - n + 0.5) / (n + 0.5)))
    highest += Math.max(MIN_RARITY, ...rarities) * MAX_PER_WORD
  }
  return highest
}

/** Pages outside `among` are not scored. */
export function textScores(
  connection: Connection,
  index: TextIndex,
  searchQuery: TextQuery,
  { from, to }: { readonly from: number; readonly to: number },
  among: Uint8Array | null,
): TextScores {
  const match = matchOf(searchQuery)
  if (match === null) return { orders: [], scores: [] }
  const table = TABLE[index]
  const sql = `SELECT rowid, -bm25(${table}, ${TITLE_WEIGHT}.0, 1.0) FROM ${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ?`
  const rows = among
    ? connection.lists<[number, number]>(
        `${sql} AND substr(?, rowid + 1, 1) = x'01' ORDER BY rowid`,
        match,
        from,
        to,
        among,
      )
    : connection.lists<[number, number]>(`${sql} ORDER BY rowid`, match, from, to)
  return { orders: rows.map(([order]) => order), scores: rows.map(([, score]) => score) }
}

/** The FTS5 query; null when nothing can match, because there are no groups or a group has no alternatives. */
function matchOf({ must, not }: TextQuery): string | null {
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

/** Terms reach FTS5 only inside quotes, where nothing but a quote is special. A single ideograph matches as the prefix of a pair. */
function phraseOf({ terms, startsWith, inTitle }: TextRun): string {
  const phrase = plain(terms.join(' ')).trim()
  if (phrase === '') return ''
  const open = startsWith || ONE_IDEOGRAPH.test(phrase) ? ' *' : ''
  return `${inTitle ? 'title : ' : ''}"${phrase.replaceAll('"', '""')}"${open}`
}

/** `3,17,204`: parsed without creating a string per number. */
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
