import type { SkippedLines } from './skipped-lines.ts'
import { badLine, type TextLine, textLines } from './text-lines.ts'

/** What `read` makes of each JSON line; those it cannot use are skipped, or end the run, as `lines` says. */
export async function* jsonLines<T>(
  file: string,
  lines: SkippedLines,
  read: (value: unknown, where: string) => T,
): AsyncGenerator<T> {
  for await (const line of textLines(file)) {
    const where = `${file}:${line.number}`
    const made = lines.attempt(() => ({ value: read(jsonOf(line.bytes, where), where) }))
    if (made) yield made.value
  }
}

/** The value of one JSON line. */
export function jsonOf(line: TextLine['bytes'], where: string): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch (cause) {
    throw badLine(where, 'the line is not valid JSON', cause)
  }
}
