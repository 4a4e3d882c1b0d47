import { EventideError } from '../model/errors.ts'

const REASONS = new Map([
  ['ENOENT', 'the file does not exist'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['Z_DATA_ERROR', 'it is not gzip data, or is damaged'],
  ['Z_BUF_ERROR', 'its gzip data ends too early'],
])

/** A file that cannot be read, in words that a user can act on. */
export function unreadable(file: string, cause: unknown): EventideError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return new EventideError('no-file', `Cannot read ${file}: ${REASONS.get(code) ?? message}`, { cause })
}
