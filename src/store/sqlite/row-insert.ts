import type { Connection, Value } from './connection.ts'

/** Rows per statement; the links of a page take two or three statements. */
const SIZES = [32, 16, 8, 4, 2, 1]

/** Inserts many rows per statement, because a call into SQLite costs more than a small row. */
export class RowInsert {
  readonly #connection: Connection
  readonly #columns: number
  readonly #statements: readonly { readonly rows: number; readonly sql: string }[]

  /** `into`: table and columns, as in `urls (id, state)`. */
  constructor(connection: Connection, into: string) {
    this.#connection = connection
    this.#columns = into.split(',').length
    const row = `(${Array(this.#columns).fill('?').join(', ')})`
    this.#statements = SIZES.map((rows) => ({
      rows,
      sql: `INSERT INTO ${into} VALUES ${Array(rows).fill(row).join(', ')}`,
    }))
  }

  /** The values of all rows, one row after the other. */
  write(values: readonly Value[]): void {
    let from = 0
    for (const { rows, sql } of this.#statements)
      for (const length = rows * this.#columns; values.length - from >= length; from += length)
        this.#connection.run(sql, ...values.slice(from, from + length))
  }
}
