import type { TextIndex, TextQuery, TextRun } from '../catalogue.ts'
import type { Connection } from './connection.ts'
import { numbersIn } from './number-text.ts'
import { plain } from './values.ts'

/** The table of each index. */
export const TABLE = { kept: 'page_terms', rejected: 'rejected_terms' } as const

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
  return numbersIn(row?.orders ?? '')
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

/** Whether the last term matches as a prefix. A single ideograph does, because the index has pairs. */
export function isPrefix({ terms, startsWith }: TextRun): boolean {
  return startsWith === true || ONE_IDEOGRAPH.test(terms.join(' ').trim())
}

/** Terms reach FTS5 only inside quotes, where nothing but a quote is special. */
export function phraseOf(run: TextRun): string {
  const { terms, inTitle } = run
  const phrase = plain(terms.join(' ')).trim()
  if (phrase === '') return ''
  const open = isPrefix(run) ? ' *' : ''
  return `${inTitle ? 'title : ' : ''}"${phrase.replaceAll('"', '""')}"${open}`
}
