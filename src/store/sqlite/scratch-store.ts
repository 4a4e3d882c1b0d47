import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../store.ts'
import { Connection } from './connection.ts'
import { migrate } from './schema.ts'
import { SqliteStore } from './sqlite-store.ts'

const UNSAFE_AND_FAST =
  'PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA foreign_keys = OFF'

/** A transaction that never ends: writes stay in SQLite's cache and go to disk only when it is full. */
class ScratchConnection extends Connection {
  override transaction<T>(work: () => T): T {
    return work()
  }

  override durably<T>(work: () => T): T {
    return work()
  }
}

/** The real store in a temporary folder. Nothing is synced, because an interrupted crawl of the lab is repeated. */
export function openScratchStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'eventide-lab-'))
  const connection = new ScratchConnection(join(folder, 'collection.db'), false)
  connection.exec(UNSAFE_AND_FAST)
  migrate(connection)
  connection.exec('BEGIN')
  return new SqliteStore(connection, 0, () => {
    connection.close()
    rmSync(folder, { recursive: true, force: true })
  })
}
