import { EventideError } from './errors.ts'

/** What a disk can refuse anywhere in the program, and what to do about it. */
const REFUSALS: ReadonlyMap<string, readonly [code: string, what: string]> = new Map([
  ['ENOSPC', ['store-full', 'the disk is full; free some space']],
  ['EDQUOT', ['store-full', 'the disk quota of this user is used up; free some space']],
  ['EROFS', ['store-read-only', 'the file system is read-only; make it writable, or use another folder']],
  ['EIO', ['store-io', 'the disk reported an error; check the disk']],
])

/** An error that the user can act on: one of this program, or a disk that refused a call. Null for every other error. */
export function userError(error: unknown): EventideError | null {
  if (error instanceof EventideError) return error
  if (!(error instanceof Error) || !('syscall' in error)) return null
  const { code = '', path = 'a file' } = error as NodeJS.ErrnoException
  const refusal = REFUSALS.get(code)
  if (!refusal) return null
  return new EventideError(refusal[0], `${path}: ${refusal[1]}, then run the same command again`, {
    exit: 'store',
    cause: error,
  })
}
