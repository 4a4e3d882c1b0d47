import type { SkippedLines } from './skipped-lines.ts'
import { badLine, type TextLine, textLines } from './text-lines.ts'

/** Reads each line as JSON and converts it with `read`; invalid lines are skipped or end the run, depending on `lines`. */
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

/** Parses one JSON line. */
export function jsonOf(line: TextLine['bytes'], where: string): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch (cause) {
    throw badLine(where, 'the line is not valid JSON', cause)
  }
}
