import { EventideError } from './errors.ts'

const MISSING = 'the file does not exist'

const REASONS = new Map([
  ['ENOENT', MISSING],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'too many files are open'],
  ['EIO', 'the disk reported an error'],
  ['Z_DATA_ERROR', 'it is not gzip data, or is damaged'],
  ['Z_BUF_ERROR', 'its gzip data ends too early'],
])

/** The error for a file that cannot be read: one wording for all modules. */
export function unreadable(file: string, cause: unknown, code = 'no-file'): EventideError {
  const { code: reason = '', message } = cause as NodeJS.ErrnoException
  return new EventideError(code, `Cannot read ${file}: ${REASONS.get(reason) ?? message}`, { cause })
}

/** The error for a file that was found missing before it is read; `because` may add why it is needed. */
export function missing(file: string, because = ''): EventideError {
  return new EventideError('no-file', `Cannot read ${file}: ${MISSING}${because}`)
}
