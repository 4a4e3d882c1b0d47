import { EventideError } from '../model/errors.ts'
import { errorCode } from './archive-file.ts'

const ADVICE = new Map([
  ['ENOSPC', 'Free some space on this disk'],
  ['EDQUOT', 'Free some space: the disk quota is used up'],
  ['EROFS', 'The disk is read-only: make it writable'],
  ['EACCES', 'Give this user permission to write there'],
  ['EPERM', 'Give this user permission to write there'],
  ['EMFILE', 'Raise the limit of open files (ulimit -n)'],
  ['ENFILE', 'Close other programs: the system limit of open files is reached'],
  ['EIO', 'Check the disk: it reports an error'],
  ['ENOENT', 'Put the folder back: it was removed or renamed'],
  ['LOST', 'Put the file back, or run eventide recover, which queues its pages again'],
])

/** The error of every failed write. */
export function archiveError(where: string, cause: unknown): EventideError {
  const advice = ADVICE.get(errorCode(cause)) ?? 'See the cause'
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The archive could not be written (${where}): ${reason}. ${advice}, then run the same command again: the page is still queued.`
  return new EventideError('archive-write', message, { exit: 'archive', cause })
}
