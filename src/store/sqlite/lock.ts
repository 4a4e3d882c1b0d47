import { existsSync, truncateSync } from 'node:fs'
import { hostname } from 'node:os'
import { DatabaseSync } from '@photostructure/sqlite'
import { EventideError } from '../../model/errors.ts'
import { namedError, sqliteCode } from './connection.ts'
import { requireWritable } from './write-permission.ts'

/**
 * Makes this process the only writer of a collection until `release`, or until it ends in any way: the lock is one the
 * operating system holds on a small database beside the collection, so `kill -9` frees it and nothing goes stale.
 * A transaction that is begun and never ended keeps others from writing, while all may read who holds it.
 */
export function lockCollection(path: string, now: () => number = Date.now): { release(): void } {
  requireWritable(path)
  const file = `${path}.lock`
  const since = new Date(now()).toISOString()
  let lock = openLock(file)
  try {
    try {
      take(lock, since)
    } catch (error) {
      if (!DAMAGED.has(sqliteCode(error))) throw error
      lock.close()
      // It says nothing but who holds the lock. Emptied, and not replaced, it is still the file that a holder has locked.
      truncateSync(file)
      lock = openLock(file)
      take(lock, since)
    }
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

/** SQLite's codes for a damaged file and one that is no database. */
const DAMAGED: ReadonlySet<number> = new Set([1, 11, 26])

function take(lock: InstanceType<typeof DatabaseSync>, since: string): void {
  lock.exec('CREATE TABLE IF NOT EXISTS writer (pid INTEGER, host TEXT, since TEXT)')
  lock.exec('BEGIN IMMEDIATE; DELETE FROM writer')
  lock.prepare('INSERT INTO writer VALUES (?, ?, ?)').run(process.pid, hostname(), since)
  lock.exec('COMMIT; BEGIN IMMEDIATE')
}

/** The process that is writing to a collection. */
export interface Writer {
  readonly pid: number
  readonly host: string
  readonly since: string
}

/** The process that holds a collection's lock at this moment, this one included; null when none does. */
export function writerOf(path: string): Writer | null {
  const file = `${path}.lock`
  if (!existsSync(file)) return null
  let lock: InstanceType<typeof DatabaseSync>
  try {
    lock = openLock(file)
  } catch (error) {
    // A lock of another user that may not be read says nothing.
    if (sqliteCode(error) === 14) return null
    throw error
  }
  try {
    const row = rowOf(lock)
    // Only trying to lock shows whether it is locked. If the holder is known to be dead this is skipped, so that it cannot delay a starting writer.
    if (!row || (row.host === hostname() && !isAlive(row.pid))) return null
    lock.exec('BEGIN IMMEDIATE; ROLLBACK')
    return null
  } catch (error) {
    if (sqliteCode(error) === 8) return writerSeen(path, rowOf(lock))
    if (sqliteCode(error) !== 5) throw namedError(error, file)
    return rowOf(lock) ?? { pid: 0, host: '', since: '' }
  } finally {
    lock.close()
  }
}

/** The likely writer, for a process that may not try the lock: one of this machine that is alive, while the index of the log exists. */
function writerSeen(path: string, row: Writer | undefined): Writer | null {
  return row?.host === hostname() && existsSync(`${path}-shm`) ? row : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
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
  const row = rowOf(lock)
  return row ? ` (process ${row.pid} on ${row.host}, since ${row.since})` : ''
}

function rowOf(lock: InstanceType<typeof DatabaseSync>): Writer | undefined {
  try {
    return lock.prepare('SELECT pid, host, since FROM writer').get() as Writer | undefined
  } catch {
    return undefined
  }
}
