import { existsSync } from 'node:fs'
import { EventideError } from '../../model/errors.ts'
import { DEFAULT_HOST_DELAY_MS, type Store } from '../store.ts'
import { Connection, SQLITE_FULL, sqliteCode } from './connection.ts'
import { lockCollection } from './lock.ts'
import { migrate, requireCurrent } from './schema.ts'
import { SqliteStore } from './sqlite-store.ts'

export interface SqliteStoreOptions {
  /** For searching, exporting and verifying, also while a crawl writes. Default: false. */
  readonly readOnly?: boolean
  /** The run's clock: hosts whose lease was lost with a dead process rest from this moment. Default: `Date.now`. */
  readonly now?: () => number
  /** What a host whose pace is not known yet rests after a lost lease. Default: `DEFAULT_HOST_DELAY_MS`. */
  readonly restMs?: number
}

/**
 * Opens the collection's database, creating it for a writer. There is one writer at a time: a second one is refused
 * with `locked`. What a dead writer had leased returns to the queue.
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<Store> {
  return options.readOnly ? openForReading(path) : openForWriting(path, options)
}

function openForReading(path: string): Store {
  if (!existsSync(path))
    throw new EventideError('no-collection', `there is no collection database at ${path}`)
  const connection = new Connection(path, true)
  return opened(connection, () => {
    requireCurrent(connection)
    return new SqliteStore(connection, DEFAULT_HOST_DELAY_MS, () => connection.close())
  })
}

function openForWriting(path: string, options: SqliteStoreOptions): Store {
  const lock = lockCollection(path)
  try {
    const connection = new Connection(path, false)
    return opened(connection, () => {
      migrate(connection)
      const store = new SqliteStore(connection, options.restMs ?? DEFAULT_HOST_DELAY_MS, () => {
        fold(connection)
        connection.close()
        lock.release()
      })
      store.indexOlderPages()
      store.returnAllLeases((options.now ?? Date.now)())
      return store
    })
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Brings a collection of an older format up to date, when nobody else is writing it; `locked` when somebody is. Takes the
 * time of reading every page once. Leases and politeness clocks stay as they are: this is no crawl.
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

function opened(connection: Connection, open: () => Store): Store {
  try {
    return open()
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Leaves one file: the log is written into the database, unless a reader still needs it or the disk has no room for that. */
function fold(connection: Connection): void {
  try {
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_FULL) throw error
  }
}
