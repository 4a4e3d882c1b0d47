import { existsSync } from 'node:fs'
import { linesOf } from './sorted-lines.ts'

export interface IndexProblem {
  readonly code: 'index-lacks' | 'index-wrong'
  /** The line in the index, from 1. */
  readonly line: number
  readonly what: string
}

/** Compares a sorted CDXJ file with the lines of the archive. Nothing when there is no such file. */
export async function* compareIndex(
  path: string,
  archive: AsyncIterable<string>,
): AsyncGenerator<IndexProblem, void, undefined> {
  if (!existsSync(path)) return
  const records = archive[Symbol.asyncIterator]()
  let lacking = 0
  let first = ''
  let at = 0
  try {
    let record = await records.next()
    for await (const line of linesOf(path)) {
      at += 1
      while (!record.done && record.value < line) {
        if (lacking === 0) first = record.value
        lacking += 1
        record = await records.next()
      }
      if (!record.done && record.value === line) record = await records.next()
      else yield { code: 'index-wrong', line: at, what: `no record matches this line: ${shown(line)}` }
    }
    for (; !record.done; record = await records.next()) {
      if (lacking === 0) first = record.value
      lacking += 1
    }
  } finally {
    await records.return?.()
  }
  const what = `${lacking} records of the archive are missing from the index; the first is ${shown(first)}`
  if (lacking > 0) yield { code: 'index-lacks', line: at, what }
}

function shown(line: string): string {
  return JSON.stringify(line.slice(0, 200))
}
