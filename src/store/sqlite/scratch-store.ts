import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../store.ts'
import { Connection } from './connection.ts'
import { migrate } from './schema.ts'
import { SqliteStore } from './sqlite-store.ts'

const UNSAFE_AND_FAST =
  'PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA foreign_keys = OFF'

/** One transaction that is never ended: what is written stays in SQLite's cache and goes to disk only when that is full. */
class ScratchConnection extends Connection {
  override transaction<T>(work: () => T): T {
    return work()
  }
}

/** The real store in a folder that goes with it. Nothing is synced: a crawl of the lab that is cut short is begun again. */
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
