import { existsSync } from 'node:fs'
import { EventideError } from '../../model/errors.ts'
import type { JournalEntry } from '../records.ts'
import { DEFAULT_HOST_DELAY_MS, type Store } from '../store.ts'
import { CHECKPOINT, Connection, rebuildAdvice, SQLITE_FULL, sqliteCode } from './connection.ts'
import { appendToJournal, journalOf, toldTo } from './journal.ts'
import { lockCollection } from './lock.ts'
import { openToRead } from './read-connection.ts'
import { emptied, isEmpty, migrate, requireCurrent } from './schema.ts'
import { SqliteStore } from './sqlite-store.ts'
import { requireWritable } from './write-permission.ts'

export interface SqliteStoreOptions {
  /** For searching, exporting and verifying, also while a crawl is running. Default: false. */
  readonly readOnly?: boolean
  /** The run's clock: hosts whose leases a dead process held are paused from this time. Default: `Date.now`. */
  readonly now?: () => number
  /** Pause after a lost lease of a host whose delay is unknown. Default: `DEFAULT_HOST_DELAY_MS`. */
  readonly restMs?: number
  /** The database held something before: when it is gone or empty, that is said, and no new one is made. Default: false. */
  readonly hasContents?: boolean
  /** Whether seeds and decisions are noted in a journal beside the database. Default: true. */
  readonly journal?: boolean
}

/**
 * Opens the collection's database, creating it for a writer. There is one writer at a time: a second one is refused
 * with `locked`. Leases of a dead writer return to the queue.
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<Store> {
  return options.readOnly ? openForReading(path, options) : openForWriting(path, options)
}

function openForReading(path: string, { hasContents }: SqliteStoreOptions): Store {
  if (!existsSync(path))
    throw hasContents
      ? missing(path)
      : new EventideError('no-collection', `There is no collection database at ${path}`)
  const connection = openToRead(path)
  return opened(connection, () => {
    requireCurrent(connection)
    return new SqliteStore(connection, DEFAULT_HOST_DELAY_MS, () => connection.close(), journalOf(path))
  })
}

function openForWriting(path: string, options: SqliteStoreOptions): Store {
  requireWritable(path)
  if (options.hasContents) requireContents(path)
  const lock = lockCollection(path)
  try {
    const connection = new Connection(path, false)
    return opened(connection, () => {
      migrate(connection)
      const journal = options.journal === false ? null : journalOf(path)
      const close = () => {
        try {
          connection.requireOwnFiles()
          fold(connection)
        } finally {
          connection.close()
          lock.release()
        }
      }
      const store = new SqliteStore(connection, options.restMs ?? DEFAULT_HOST_DELAY_MS, close, journal)
      store.indexOlderPages()
      if (journal !== null && !existsSync(journal)) appendToJournal(journal, toldTo(connection))
      store.returnAllLeases((options.now ?? Date.now)())
      connection.watchFiles()
      return store
    })
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Upgrades a collection of an older format; rejects with `locked` while another process writes to it. Reads every page once.
 * Leases and politeness clocks are not changed, because this is not a crawl.
 */
export async function upgradeSqliteStore(path: string): Promise<void> {
  const lock = lockCollection(path)
  try {
    const connection = new Connection(path, false)
    try {
      migrate(connection)
      new SqliteStore(connection, DEFAULT_HOST_DELAY_MS, () => {}).indexOlderPages()
      fold(connection)
    } finally {
      connection.close()
    }
  } finally {
    lock.release()
  }
}

/** What people told a collection, as its database knows it: as much of it as can be read, when it is damaged. */
export function salvageJournal(path: string): JournalEntry[] {
  if (!existsSync(path)) return []
  try {
    const connection = openToRead(path)
    try {
      return toldTo(connection)
    } finally {
      connection.close()
    }
  } catch {
    return []
  }
}

function missing(path: string): EventideError {
  const what = `The database ${path} is missing.`
  return new EventideError('store-missing', `${what} ${rebuildAdvice(path)}`, { exit: 'store' })
}

/** Throws when the database of a collection that was crawled is gone or holds nothing. */
function requireContents(path: string): void {
  if (!existsSync(path)) throw missing(path)
  const connection = openToRead(path)
  try {
    if (isEmpty(connection)) throw emptied(path)
  } finally {
    connection.close()
  }
}

function opened(connection: Connection, open: () => Store): Store {
  try {
    return open()
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Merges the log into the database, which leaves one file, unless a reader still needs the log or the disk is full. */
function fold(connection: Connection): void {
  try {
    connection.exec(`PRAGMA busy_timeout = 0; ${CHECKPOINT}`)
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_FULL) throw error
  }
}
