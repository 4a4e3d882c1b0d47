import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { EventideError } from '../../model/errors.ts'
import { FileWatch } from './file-watch.ts'

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
/** 64 MiB of log between checkpoints, so that they are rare enough not to affect the 99th percentile of the time per page. */
const CHECKPOINT_PAGES = 8192
/** How long a checkpoint waits for readers to finish. */
const CHECKPOINT_WAIT_MS = 200

/** Writes the log into the database and empties it. */
export const CHECKPOINT = 'PRAGMA wal_checkpoint(TRUNCATE)'

/** The file that a connection opens, when it is another than the one it stands for, or when no process changes it. */
interface Source {
  readonly file: string
  readonly immutable: boolean
}

/** One open database file: cached statements, transactions, and errors a user can act on. */
export class Connection {
  readonly path: string
  readonly #db: InstanceType<typeof DatabaseSync>
  readonly #statements = new Map<string, Statement>()
  readonly #listings = new Map<string, Statement>()
  readonly #onRollback: (() => void)[] = []
  readonly #onClose: () => void
  #files: FileWatch | null = null

  /** `path` names the database in errors; `source` says what to open instead. */
  constructor(path: string, readOnly: boolean, source?: Source, onClose = () => {}) {
    this.path = path
    this.#onClose = onClose
    const { file, immutable } = source ?? { file: path, immutable: false }
    // SQLite would wait for a pipe for ever, and report a folder as a failing disk.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
      throw damaged(path, 'this is not a file, but a folder, a pipe or a device')
    const location = immutable ? `${pathToFileURL(file).href}?immutable=1` : file
    this.#db = this.#named(() => new DatabaseSync(location, { readOnly, timeout: BUSY_MS }))
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

  /** Like `all`, with each row as an array of columns, which is faster for many rows. */
  lists<Row extends readonly unknown[]>(sql: string, ...values: Value[]): Row[] {
    try {
      return this.#listing(sql).all(...values) as Row[]
    } catch (error) {
      throw namedError(error, this.path)
    }
  }

  /** Commits everything that `work` writes, or nothing. `work` is synchronous, so no other call can interleave. */
  transaction<T>(work: () => T): T {
    this.requireOwnFiles()
    try {
      this.run('BEGIN IMMEDIATE')
      const result = work()
      this.run('COMMIT')
      return result
    } catch (error) {
      // SQLite has already rolled back by itself after a full disk or an I/O error.
      if (this.#db.isTransaction) this.exec('ROLLBACK')
      for (const forget of this.#onRollback) forget()
      throw error
    } finally {
      this.#files?.remember()
    }
  }

  /** From now on, nothing is written after another program has removed, replaced or changed the files of the database. */
  watchFiles(): void {
    this.#files = new FileWatch(this)
  }

  /** Throws `store-changed` when the files are watched and are not as this connection left them. */
  requireOwnFiles(): void {
    this.#files?.check()
  }

  /** Changes when another connection has committed something. */
  othersCommits(): number {
    return this.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0
  }

  /** Writes what the log holds into the database; throws while a reader still needs the log. */
  saveLog(): void {
    if (this.get<{ busy: number }>(CHECKPOINT)?.busy !== 0) throw new Error('A reader still needs the log')
  }

  /** A transaction that a power failure cannot undo either, nor any before it. Takes a sync of the log: for what people typed or decided. */
  durably<T>(work: () => T): T {
    this.exec('PRAGMA synchronous = FULL')
    try {
      return this.transaction(work)
    } finally {
      this.exec('PRAGMA synchronous = NORMAL')
    }
  }

  /** Registers a callback that discards what is cached about rows after a rollback. */
  onRollback(forget: () => void): void {
    this.#onRollback.push(forget)
  }

  /**
   * Writes the log into the database and empties it, unless a reader still needs it after a moment. Commits do so only when the log
   * has grown to its limit, which never happens while nothing is written.
   */
  checkpoint(): void {
    if (this.#db.isTransaction) return
    try {
      this.requireOwnFiles()
      this.exec(`PRAGMA busy_timeout = ${CHECKPOINT_WAIT_MS}; ${CHECKPOINT}`)
    } catch (error) {
      // Without space for it, the log stays as it is.
      if (sqliteCode(error) !== SQLITE_FULL && sqliteCode(error) !== SQLITE_BUSY) throw error
    } finally {
      this.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
      this.#files?.remember()
    }
  }

  close(): void {
    this.#statements.clear()
    this.#listings.clear()
    this.#db.close()
    this.#onClose()
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
  const own = error instanceof EventideError ? error.cause : error
  if (!(own instanceof Error)) return 0
  if ('errcode' in own && typeof own.errcode === 'number') return own.errcode & 0xff
  // The driver gives no number for what fails between two rows of a result.
  const isSqlite = 'code' in own && own.code === 'ERR_SQLITE_ERROR'
  return isSqlite ? (CODES_BY_MESSAGE.get(own.message) ?? SQLITE_ERROR) : 0
}

/** The texts of https://sqlite.org/c3ref/errcode.html for the codes that a result can end with. */
const CODES_BY_MESSAGE = new Map([
  ['database is locked', 5],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
])

/** No other code fits. The SQL texts of this program are constants, so the tables or their content are not what they should be. */
const SQLITE_ERROR = 1

export const SQLITE_FULL = 13
const SQLITE_BUSY = 5

const ADVICE = new Map<number, readonly [code: string, advice: string]>([
  [SQLITE_ERROR, ['store-damaged', 'the database does not have the tables and values that it should have']],
  [5, ['store-busy', 'another process holds the database; wait for it to end, then try again']],
  [
    8,
    ['store-read-only', 'the database cannot be written; check the permissions of the file and its folder'],
  ],
  [10, ['store-io', 'the disk failed to read or write; check the disk, then run the same command again']],
  [11, ['store-damaged', 'the database is damaged']],
  [SQLITE_FULL, ['store-full', 'the disk is full; free some space, then run the same command again']],
  [14, ['store-open', 'the database cannot be opened; check the path and its permissions']],
  [26, ['store-damaged', 'the file is not a database']],
])

/** How to rebuild a lost or damaged database. */
export function rebuildAdvice(path: string): string {
  return `Make it again from the archived pages: eventide recover ${dirname(path)} --rebuild`
}

/** The error for a database that does not hold what it should. */
export function damaged(path: string, what: string, cause?: unknown): EventideError {
  return new EventideError('store-damaged', `${path}: ${what}. ${rebuildAdvice(path)}`, {
    exit: 'store',
    cause,
  })
}

/** An error that a user can act on if SQLite's code identifies one; otherwise the error itself. */
export function namedError(error: unknown, path: string): unknown {
  const advice = ADVICE.get(sqliteCode(error))
  if (!advice) return error
  if (advice[0] === 'store-damaged') return damaged(path, advice[1], error)
  return new EventideError(advice[0], `${path}: ${advice[1]}`, { exit: 'store', cause: error })
}
