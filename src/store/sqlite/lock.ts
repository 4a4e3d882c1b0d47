import { hostname } from 'node:os'
import { DatabaseSync } from '@photostructure/sqlite'
import { EventideError } from '../../model/errors.ts'
import { namedError, sqliteCode } from './connection.ts'

/**
 * Makes this process the only writer of a collection until `release`, or until it ends in any way: the lock is one the
 * operating system holds on a small database beside the collection, so `kill -9` frees it and nothing goes stale.
 * A transaction that is begun and never ended keeps others from writing, while all may read who holds it.
 */
export function lockCollection(path: string, now: () => number = Date.now): { release(): void } {
  const file = `${path}.lock`
  const since = new Date(now()).toISOString()
  const lock = openLock(file)
  try {
    lock.exec('CREATE TABLE IF NOT EXISTS writer (pid INTEGER, host TEXT, since TEXT)')
    lock.exec('BEGIN IMMEDIATE; DELETE FROM writer')
    lock.prepare('INSERT INTO writer VALUES (?, ?, ?)').run(process.pid, hostname(), since)
    lock.exec('COMMIT; BEGIN IMMEDIATE')
  } catch (error) {
    const refused = sqliteCode(error) === 5
    const holder = refused ? holderOf(lock) : ''
    lock.close()
    if (!refused) throw namedError(error, file)
    throw new EventideError(
      'locked',
      `${path} is being written by another process${holder}. Wait until it ends, or stop it, and run this again. The lock goes with that process, however it ends: do not delete ${file}. Searching, exporting and verifying work meanwhile.`,
      { exit: 'locked', cause: error },
    )
  }
  return {
    release() {
      lock.exec('ROLLBACK')
      lock.close()
    },
  }
}

function openLock(file: string): InstanceType<typeof DatabaseSync> {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw namedError(error, file)
  }
}

function holderOf(lock: InstanceType<typeof DatabaseSync>): string {
  try {
    const row = lock.prepare('SELECT pid, host, since FROM writer').get() as
      | { pid: number; host: string; since: string }
      | undefined
    return row ? ` (process ${row.pid} on ${row.host}, since ${row.since})` : ''
  } catch {
    return ''
  }
}
