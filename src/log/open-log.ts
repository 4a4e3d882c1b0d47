import { EventideError } from '../model/errors.ts'
import { LOG_FORMATS, type Log, type LogFormat } from './log.ts'
import { RotatingFile } from './rotating-file.ts'

/** Where to write what happens. */
export interface LogTarget {
  readonly file: string
  /** Form of its lines. Default: `json`. */
  readonly format?: LogFormat
  /** Size in bytes at which a new file is begun. Default: 50 MB. */
  readonly maxSize?: number
  /** Files to keep, the current one included. Default: 5. */
  readonly maxFiles?: number
}

export const LOG_DEFAULTS = { format: 'json', maxSize: 50_000_000, maxFiles: 5 } as const
/** Bounds of the sizes and numbers above. */
export const LOG_BOUNDS = { minSize: 10_000, maxFiles: 1_000 } as const

export interface OpenLog {
  readonly log: Log
  close(): void
}

/** Opens a log file for appending. Refuses one that cannot be written, before anything is begun. */
export function openLog(target: LogTarget): OpenLog {
  const { file, format = LOG_DEFAULTS.format } = target
  const { maxSize = LOG_DEFAULTS.maxSize, maxFiles = LOG_DEFAULTS.maxFiles } = target
  const isWhole = Number.isSafeInteger(maxSize) && Number.isSafeInteger(maxFiles)
  const fits = maxSize >= LOG_BOUNDS.minSize && maxFiles >= 1 && maxFiles <= LOG_BOUNDS.maxFiles
  if (!LOG_FORMATS.includes(format) || !isWhole || !fits)
    throw new EventideError(
      'log-file',
      `A log takes a format (${LOG_FORMATS.join(', ')}), a size of at least ${LOG_BOUNDS.minSize} bytes and 1 to ${LOG_BOUNDS.maxFiles} files`,
    )
  try {
    const rotating = new RotatingFile({ file, format, maxSize, maxFiles })
    return { log: rotating.write, close: () => rotating.close() }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new EventideError('log-file', `Cannot write the log file ${file} (${code}). Choose another file`, {
      cause,
    })
  }
}
