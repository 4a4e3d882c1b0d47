import { EventideError } from '../../model/errors.ts'
import { type Connection, damaged } from './connection.ts'

/** Rows per query of the streams. */
export const CHUNK = 100

/**
 * All rows in the order of their keys, in separate short reads, so that a slow consumer blocks neither the writer nor its checkpoints. In a
 * damaged database keys may go back, and reading on from the last one would never end.
 */
export async function* chunks<Row, Item>(
  read: (after: number) => Row[],
  keyOf: (row: Row) => number,
  itemOf: (row: Row) => Item,
  start = 0,
): AsyncGenerator<Item> {
  let after = start
  for (;;) {
    const rows = read(after)
    for (const row of rows) yield itemOf(row)
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    const next = keyOf(last)
    if (!(next > after)) throw unreadableRow()
    after = next
  }
}

/**
 * Where to read ranges of `size` keys that together hold every row: `after < key <= after + size`. Ranges without rows are skipped, so that
 * one damaged key does not lead through all numbers up to it. `next` selects the first key after a given one as `key`.
 */
export function* keyRanges(connection: Connection, next: string, size: number): Generator<number> {
  for (let after = 0; ; ) {
    const key = connection.get<{ key: number | null }>(next, after)?.key ?? null
    if (key === null) return
    if (!(key > after)) throw damaged(connection.path, 'its keys are out of order')
    yield key - 1
    after = key - 1 + size
  }
}

/** The JSON of a column. */
export function storedJson<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value
  } catch (error) {
    throw unreadableRow(error)
  }
}

/** The error for a row that does not hold what was stored in it. */
export function unreadableRow(cause?: unknown): EventideError {
  return new EventideError(
    'store-damaged',
    'The database is damaged: a row cannot be read. Make it again from the archived pages: eventide recover <collection> --rebuild',
    { exit: 'store', cause },
  )
}
