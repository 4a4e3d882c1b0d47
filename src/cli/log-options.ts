import { type Command, Option } from 'commander'
import { LOG_FORMATS, type Log, type LogFormat } from '../log/log.ts'
import { RotatingFile } from '../log/rotating-file.ts'
import { EventideError } from '../model/errors.ts'
import { sizeFrom, wholeNumber } from './values.ts'

export interface LogOptions {
  readonly logFile?: string
  readonly logFormat: LogFormat
  readonly logMaxSize: number
  readonly logMaxFiles: number
}

const MB = 1_000_000
const DEFAULT_SIZE = 50 * MB

/** Where a command writes what happens, besides the terminal. */
export function withLogOptions(command: Command): Command {
  return command
    .option('--log-file <file>', 'append what happens to a file, one line each (default: no log)')
    .addOption(new Option('--log-format <format>', 'form of its lines').choices(LOG_FORMATS).default('json'))
    .addOption(
      new Option('--log-max-size <size>', 'size at which a new file is begun, such as 50MB')
        .argParser(sizeFrom(10_000))
        .default(DEFAULT_SIZE, '50MB'),
    )
    .option('--log-max-files <n>', 'log files to keep, the current one included', wholeNumber(1, 1_000), 5)
}

/** Undefined when no log is asked for. */
export function openLog(options: LogOptions): { readonly log: Log; close(): void } | undefined {
  const { logFile, logFormat, logMaxSize, logMaxFiles } = options
  if (logFile === undefined) return undefined
  try {
    const file = new RotatingFile({
      file: logFile,
      format: logFormat,
      maxSize: logMaxSize,
      maxFiles: logMaxFiles,
    })
    return { log: file.write, close: () => file.close() }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new EventideError(
      'log-file',
      `Cannot write the log file ${logFile} (${code}). Choose another with --log-file`,
      { cause },
    )
  }
}
