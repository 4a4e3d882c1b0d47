import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { EventideError } from '../../model/errors.ts'

const REASONS = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'it is on a read-only file system'],
])

/** Whether this process may write to a folder or file that exists. */
export function isWritable(path: string): boolean {
  return reasonAgainst(path) === null
}

/** Whether this process may write a database, which need not exist, and beside it. */
export function isWritableDatabase(database: string): boolean {
  return [dirname(database), database, `${database}.lock`].every(isWritable)
}

/** Refuses to write a database whose folder or file this process may not write, before anything is opened or created. */
export function requireWritable(database: string): void {
  const folder = dirname(database)
  const inFolder = reasonAgainst(folder)
  if (inFolder !== null) throw unwritable(`The folder ${folder} cannot be written (${inFolder})`, folder)
  for (const file of [database, `${database}.lock`]) {
    const reason = reasonAgainst(file)
    if (reason !== null) throw unwritable(`The file ${file} cannot be written (${reason})`, folder)
  }
}

/** The error of a file system that refuses to create something in a folder, as one a user can act on; other errors are returned as they are. */
export function refusedIn(folder: string, error: unknown): unknown {
  const reason = REASONS.get((error as NodeJS.ErrnoException).code ?? '')
  if (reason === undefined) return error
  return new EventideError(
    'store-read-only',
    `The folder ${folder} cannot be written (${reason}). Give this user write permission, or name another folder`,
    { exit: 'store', cause: error },
  )
}

function unwritable(what: string, folder: string): EventideError {
  return new EventideError(
    'store-read-only',
    `${what}. Give this user write permission, or copy ${folder} to a folder that can be written and use the copy. Searching, exporting, verifying and serving work without it`,
    { exit: 'store' },
  )
}

/** Null if it can be written or does not exist. */
function reasonAgainst(path: string): string | null {
  try {
    accessSync(path, constants.W_OK)
    return null
  } catch (error) {
    return REASONS.get((error as NodeJS.ErrnoException).code ?? '') ?? null
  }
}
