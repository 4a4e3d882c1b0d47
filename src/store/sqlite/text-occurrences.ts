import type { Occurrences, TextIndex, TextRun } from '../catalogue.ts'
import type { Connection } from './connection.ts'
import { meanTerms, termsOfPage } from './index-sizes.ts'
import { numbersIn } from './number-text.ts'
import { isPrefix, phraseOf, TABLE } from './text-match.ts'
import { isVocabularyTerm } from './vocabulary-term.ts'

/** Beyond this, reading every occurrence takes longer than ranking the best pages: about a tenth of a second. */
const MAX_OCCURRENCES = 500_000

/** The occurrences of terms, one row each, in the order of the pages. Only this connection sees the table, which holds nothing itself. */
function instancesIn(connection: Connection, index: TextIndex): string {
  const table = `temp.${index}_instances`
  if (!prepared.has(connection))
    for (const one of ['kept', 'rejected'] as const)
      connection.exec(
        `CREATE VIRTUAL TABLE temp.${one}_instances USING fts5vocab(main, ${TABLE[one]}, instance)`,
      )
  prepared.add(connection)
  return table
}

const prepared = new WeakSet<Connection>()

/** Reads the occurrences of one term as a string of numbers; null if it is a phrase or a prefix, or occurs too often. */
export function wordOccurrences(connection: Connection, index: TextIndex, run: TextRun): Occurrences | null {
  const [term, ...others] = run.terms
  if (term === undefined || others.length > 0 || isPrefix(run) || !isVocabularyTerm(term)) return null
  const where = run.inTitle ? `term = ? AND col = 'title'` : 'term = ?'
  const row = connection.get<{ n: number; found: string | null }>(
    `SELECT count(*) AS n, group_concat(doc * 2 + (col = 'title')) AS found
     FROM (SELECT doc, col FROM ${instancesIn(connection, index)} WHERE ${where} LIMIT ${MAX_OCCURRENCES})`,
    term,
  )
  if (!row || row.n === MAX_OCCURRENCES) return null
  return counted(numbersIn(row.found ?? ''))
}

/** From one number for each occurrence: twice the order, plus one in the title. */
function counted(found: Uint32Array): Occurrences {
  const orders = new Uint32Array(found.length)
  const inTitle = new Uint32Array(found.length)
  const inText = new Uint32Array(found.length)
  let length = 0
  for (const one of found) {
    const order = one >>> 1
    if (length === 0 || orders[length - 1] !== order) orders[length++] = order
    const counts = (one & 1) === 1 ? inTitle : inText
    counts[length - 1] = (counts[length - 1] ?? 0) + 1
  }
  return {
    orders: orders.subarray(0, length),
    inTitle: inTitle.subarray(0, length),
    inText: inText.subarray(0, length),
  }
}

/** BM25's k1 and b in FTS5. */
const [K1, B] = [1.2, 0.75]
/** So large a weight that BM25 of a word is its upper bound, which is how FTS5 tells the rarity of the word. */
const SATURATING = '1e12'

type Row = [order: number, title: number, text: number, highest: number, sizes: string, totals: string]

/**
 * FTS5 does not tell how often a page contains a phrase, but BM25 does: divided by its upper bound it is `f / (f + K)` with a constant K
 * for each page, which follows from its length. Reads the sizes in the same statement, because a writer changes them.
 */
export function phraseOccurrences(
  connection: Connection,
  index: TextIndex,
  run: TextRun,
  { from, to }: { readonly from: number; readonly to: number },
  among: Uint8Array | null,
): Occurrences {
  const phrase = phraseOf(run)
  if (phrase === '') return counted(new Uint32Array(0))
  const table = TABLE[index]
  const sql = `
    SELECT ${table}.rowid, -bm25(${table}, 1.0, 0.0), -bm25(${table}, 0.0, 1.0), -bm25(${table}, ${SATURATING}, ${SATURATING}),
      hex(d.sz), (SELECT hex(block) FROM ${table}_data WHERE id = 1)
    FROM ${table} CROSS JOIN ${table}_docsize d ON d.id = ${table}.rowid
    WHERE ${table} MATCH ? AND ${table}.rowid BETWEEN ? AND ?`
  const rows = among
    ? connection.lists<Row>(
        `${sql} AND substr(?, ${table}.rowid + 1, 1) = x'01' ORDER BY ${table}.rowid`,
        phrase,
        from,
        to,
        among,
      )
    : connection.lists<Row>(`${sql} ORDER BY ${table}.rowid`, phrase, from, to)
  const occurrences = {
    orders: Uint32Array.from(rows, ([order]) => order),
    inTitle: new Uint32Array(rows.length),
    inText: new Uint32Array(rows.length),
  }
  for (const [i, [, title, text, highest, sizes, totals]] of rows.entries()) {
    const constant = K1 * (1 - B + (B * termsOfPage(sizes)) / meanTerms(totals))
    const count = (score: number) => Math.round((constant * score) / (highest - score))
    occurrences.inTitle[i] = count(title)
    occurrences.inText[i] = count(text)
  }
  return occurrences
}
