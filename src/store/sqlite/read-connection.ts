import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { EventideError } from '../../model/errors.ts'
import { NOTICE } from '../../model/notice.ts'
import { formatSize } from '../../model/quantities.ts'
import { unreadable } from '../../model/unreadable-file.ts'
import { Connection, sqliteCode } from './connection.ts'
import { writerOf } from './lock.ts'
import { isWritable } from './write-permission.ts'

const SQLITE_READONLY = 8
const SQLITE_CANTOPEN = 14
/** How often a copy is tried that changed while it was made. */
const COPY_ATTEMPTS = 3

/**
 * Opens a database for reading, also one in a folder that this process cannot write. There SQLite can only join a running writer,
 * because it cannot create the index of the log: without a log the file is read as it is, with one a copy is read.
 */
export function openToRead(path: string): Connection {
  try {
    return readable(new Connection(path, true))
  } catch (error) {
    const code = sqliteCode(error)
    if (code !== SQLITE_READONLY && code !== SQLITE_CANTOPEN) throw error
    for (const file of [path, `${path}-wal`, `${path}-shm`]) requireReadable(file)
    if (isWritable(dirname(path))) throw error
    if (logBytes(path) > 0) return openCopy(path)
    if (writerOf(path) !== null) throw error
  }
  const connection = readable(new Connection(path, true, { file: path, immutable: true }))
  // A writer that has started meanwhile would change the file without notice.
  if (logBytes(path) === 0) return connection
  connection.close()
  return readable(new Connection(path, true))
}

/** Whether each connection to a database would read a copy of its own. */
export function needsCopy(path: string): boolean {
  return logBytes(path) > 0 && !existsSync(`${path}-shm`) && !isWritable(dirname(path))
}

/** SQLite opens a file without reading it. */
function readable(connection: Connection): Connection {
  try {
    connection.get('SELECT 1 FROM sqlite_schema LIMIT 1')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Applies the log to a copy in a private folder, and reads that. */
function openCopy(path: string): Connection {
  const folder = temporaryFolder(path)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  try {
    const file = join(folder, 'collection.db')
    copyUnchanged(path, file)
    const recovery = new Connection(path, false, { file, immutable: false })
    try {
      recovery.checkpoint()
    } finally {
      recovery.close()
    }
    // What is still in the log would be missing without notice.
    if (logBytes(file) > 0) throw noCopy(path, { code: 'ENOSPC' })
    const connection = readable(new Connection(path, true, { file, immutable: true }, remove))
    announce(path)
    // An open file outlives its name, so that nothing is left behind however this process ends.
    if (process.platform !== 'win32') remove()
    return connection
  } catch (error) {
    remove()
    throw error
  }
}

function copyUnchanged(path: string, file: string): void {
  for (let attempt = 0; attempt < COPY_ATTEMPTS; attempt++) {
    const before = stateOf(path)
    for (const part of ['', '-wal']) {
      try {
        copyFileSync(path + part, file + part, constants.COPYFILE_FICLONE)
        chmodSync(file + part, 0o600)
      } catch (cause) {
        throw noCopy(path, cause)
      }
    }
    if (stateOf(path) === before) return
  }
  throw new EventideError(
    'store-busy',
    `${path}: another process is writing it, and its log cannot be shared with this user; wait until it ends, then try again`,
    { exit: 'store' },
  )
}

function temporaryFolder(path: string): string {
  try {
    return mkdtempSync(join(tmpdir(), 'eventide-read-'))
  } catch (cause) {
    throw noCopy(path, cause)
  }
}

function noCopy(path: string, cause: unknown): EventideError {
  const bytes = statSync(path).size + logBytes(path)
  return new EventideError(
    'store-copy',
    `${path}: its last changes are in a log, and its folder cannot be written, so a copy must be read; it could not be made in ${tmpdir()} (${(cause as NodeJS.ErrnoException).code}). Name a folder with ${formatSize(bytes)} free in the environment variable TMPDIR`,
    { exit: 'store', cause },
  )
}

const announced = new Set<string>()

function announce(path: string): void {
  if (announced.has(path)) return
  announced.add(path)
  process.emitWarning(
    `${path}: a temporary copy is read, because its last changes are in a log and its folder cannot be written`,
    NOTICE,
  )
}

function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(file, cause)
  }
}

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

function stateOf(path: string): string {
  return [path, `${path}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stat) => `${stat?.ino}:${stat?.size}:${stat?.mtimeMs}`)
    .join(' ')
}
