import { DatabaseSync } from '@photostructure/sqlite'
import { EventideError } from '../../model/errors.ts'

export type Value = string | number | null | Uint8Array
interface Statement {
  run(...values: Value[]): { changes: number; lastInsertRowid: number | bigint }
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

/** How long a reader waits for a writer's short exclusive moments (schema changes, recovery after a crash). */
const BUSY_MS = 5000
/** Pages kept in memory: enough for the inner nodes of the indexes of about ten million URLs, and it bounds RSS. */
const CACHE_KIB = 16 * 1024
/** 64 MiB of log between checkpoints: rarer, so that their fsync stays out of the 99th percentile of what a page costs. */
const CHECKPOINT_PAGES = 8192

/** One open database file: cached statements, transactions, and errors a user can act on. */
export class Connection {
  readonly path: string
  readonly #db: InstanceType<typeof DatabaseSync>
  readonly #statements = new Map<string, Statement>()
  readonly #listings = new Map<string, Statement>()
  readonly #onRollback: (() => void)[] = []

  constructor(path: string, readOnly: boolean) {
    this.path = path
    this.#db = this.#named(() => new DatabaseSync(path, { readOnly, timeout: BUSY_MS }))
    this.#named(() => {
      this.#db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON`)
      if (readOnly) return
      // NORMAL loses at most the last commits, and only when the machine itself goes down. That is safe here: a page's
      // WARC record is fsynced before its row is written, so a lost row means one page fetched again, never one lost.
      this.#db.exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
        PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${CHECKPOINT_PAGES * 8192 * 2}`)
    })
  }

  exec(sql: string): void {
    this.#named(() => this.#db.exec(sql))
  }

  /** All statements bind their values; SQL texts are constants of this program. */
  run(sql: string, ...values: Value[]): { changes: number; id: number } {
    try {
      const { changes, lastInsertRowid } = this.#statement(sql).run(...values)
      return { changes, id: Number(lastInsertRowid) }
    } catch (error) {
      throw namedError(error, this.path)
    }
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    try {
      return this.#statement(sql).get(...values) as Row | undefined
    } catch (error) {
      throw namedError(error, this.path)
    }
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    try {
      return this.#statement(sql).all(...values) as Row[]
    } catch (error) {
      throw namedError(error, this.path)
    }
  }

  /** As `all`, each row a list of its columns: naming them costs more than reading them, which counts where rows are many. */
  lists<Row extends readonly unknown[]>(sql: string, ...values: Value[]): Row[] {
    try {
      return this.#listing(sql).all(...values) as Row[]
    } catch (error) {
      throw namedError(error, this.path)
    }
  }

  /** Everything `work` writes, or nothing. `work` is synchronous, so no other call can come between. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.run('COMMIT')
      return result
    } catch (error) {
      // SQLite has already rolled back by itself after a full disk or an I/O error.
      if (this.#db.isTransaction) this.exec('ROLLBACK')
      for (const forget of this.#onRollback) forget()
      throw error
    }
  }

  /** For what a part of the store keeps in memory about rows that may turn out never to have been written. */
  onRollback(forget: () => void): void {
    this.#onRollback.push(forget)
  }

  close(): void {
    this.#statements.clear()
    this.#listings.clear()
    this.#db.close()
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#db.prepare(sql) as Statement
      this.#statements.set(sql, statement)
    }
    return statement
  }

  #listing(sql: string): Statement {
    let statement = this.#listings.get(sql)
    if (!statement) {
      statement = this.#db.prepare(sql, { returnArrays: true }) as Statement
      this.#listings.set(sql, statement)
    }
    return statement
  }

  #named<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw namedError(error, this.path)
    }
  }
}

/** SQLite's result code (https://sqlite.org/rescode.html), or 0 when the error is not SQLite's. */
export function sqliteCode(error: unknown): number {
  const code = error instanceof EventideError ? error.cause : error
  return code instanceof Error && 'errcode' in code && typeof code.errcode === 'number'
    ? code.errcode & 0xff
    : 0
}

export const SQLITE_FULL = 13

const ADVICE = new Map<number, readonly [code: string, advice: string]>([
  [5, ['store-busy', 'another process holds the database; wait for it to end, then try again']],
  [
    8,
    ['store-read-only', 'the database cannot be written; check the permissions of the file and its folder'],
  ],
  [10, ['store-io', 'the disk failed to read or write; check the disk, then run the same command again']],
  [11, ['store-damaged', 'the database is damaged; restore the collection from a copy']],
  [SQLITE_FULL, ['store-full', 'the disk is full; free some space, then run the same command again']],
  [14, ['store-open', 'the database cannot be opened; check the path and its permissions']],
  [
    26,
    ['store-damaged', 'the file is not a database; check the path, or restore the collection from a copy'],
  ],
])

/** An error a user can act on, where SQLite's code tells which; otherwise the error itself. */
export function namedError(error: unknown, path: string): unknown {
  const advice = ADVICE.get(sqliteCode(error))
  if (!advice) return error
  return new EventideError(advice[0], `${path}: ${advice[1]}`, { exit: 'store', cause: error })
}
