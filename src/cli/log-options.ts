import { type Command, Option } from 'commander'
import { LOG_FORMATS, type LogFormat } from '../log/log.ts'
import { LOG_BOUNDS, LOG_DEFAULTS, type OpenLog, openLog } from '../log/open-log.ts'
import { sizeFrom, wholeNumber } from './values.ts'

/**
 * Flags of the commands that crawl or serve, not options of a crawl: a log belongs to a process, which may run many crawls, and changes
 * nothing in a collection.
 */
export interface LogOptions {
  readonly logFile?: string
  readonly logFormat: LogFormat
  readonly logMaxSize: number
  readonly logMaxFiles: number
}

/** Where a command writes what happens, besides the terminal. */
export function withLogOptions(command: Command): Command {
  const { format, maxSize, maxFiles } = LOG_DEFAULTS
  return command
    .option('--log-file <file>', 'append what happens to a file, one line each (default: no log)')
    .addOption(new Option('--log-format <format>', 'form of its lines').choices(LOG_FORMATS).default(format))
    .addOption(
      new Option('--log-max-size <size>', 'size at which a new file is begun, such as 50MB')
        .argParser(sizeFrom(LOG_BOUNDS.minSize))
        .default(maxSize, '50MB'),
    )
    .option(
      '--log-max-files <n>',
      'log files to keep, the current one included',
      wholeNumber(1, LOG_BOUNDS.maxFiles),
      maxFiles,
    )
}

/** Undefined when no log is asked for. */
export function openLogOf({ logFile, logFormat, logMaxSize, logMaxFiles }: LogOptions): OpenLog | undefined {
  if (logFile === undefined) return undefined
  return openLog({ file: logFile, format: logFormat, maxSize: logMaxSize, maxFiles: logMaxFiles })
}
