import { CommanderError } from 'commander'
import { userError } from '../model/disk-error.ts'
import { EXIT_CODES } from '../model/errors.ts'
import { NOTICE } from '../model/notice.ts'
import { loadPlugins } from '../plugins/load-plugins.ts'
import { printable, processTerminal } from './output.ts'
import { pluginsIn } from './plugin-option.ts'
import { createProgram } from './program.ts'

/** Maps every error to an exit code of docs/cli.md. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage
  const { err } = processTerminal
  const expected = userError(error)
  if (expected) {
    err.write(`${linesOf(expected.message)}\n`)
    return EXIT_CODES[expected.exit]
  }
  err.write(
    `eventide failed unexpectedly; nothing stored is lost. Please report this:\n${linesOf(String((error as Error)?.stack ?? error))}\n`,
  )
  return EXIT_CODES.internal
}

/** Escapes control characters that an error message may quote. */
function linesOf(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

// A reader that stops reading (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT_CODES.ok : EXIT_CODES.internal)
})

// Notices are for people: without the prefix that Node.js puts before warnings.
const nodeListeners = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name === NOTICE) processTerminal.err.write(`${linesOf(warning.message)}\n`)
  else for (const show of nodeListeners) show.call(process, warning)
})

try {
  // Before the commands are defined: help, choices and checks then know what plugins register.
  await loadPlugins(pluginsIn(process.argv.slice(2)))
  await createProgram(processTerminal).parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}
