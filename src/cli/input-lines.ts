import { SkippedLines } from '../input/skipped-lines.ts'
import { EXIT_CODES } from '../model/errors.ts'
import { printable, type Terminal } from './output.ts'

export interface StrictOption {
  readonly strict?: boolean
}

/** Every command that reads JSON lines or lists of URLs has `--strict`. */
export const STRICT_HELP = 'stop at the first line of the input that cannot be used, instead of skipping it'

/** Lines that are skipped are reported as they come. */
export function inputLines({ strict }: StrictOption, terminal: Terminal): SkippedLines {
  return new SkippedLines({ strict, report: (problem) => void terminal.err.write(`${printable(problem)}\n`) })
}

/** Reports at the end how many lines were skipped, also by the exit code. */
export function reportSkipped(lines: SkippedLines, terminal: Terminal): void {
  const summary = lines.summary()
  if (summary === null) return
  terminal.err.write(`${summary}\n`)
  process.exitCode = EXIT_CODES.problems
}
