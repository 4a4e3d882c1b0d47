import type { GazetteerFile } from './gazetteer-file.ts'

/** Name keys indexed by their first two bytes, which narrows a prefix search to a few thousand. */
export interface NamePrefixes {
  /** Rows whose keys start with the given one or two bytes. */
  rows(first: number, second?: number): Uint32Array
}

const known = new WeakMap<GazetteerFile, NamePrefixes>()

export function namePrefixes(file: GazetteerFile): NamePrefixes {
  const there = known.get(file)
  if (there) return there
  const made = sortedByPrefix(file)
  known.set(file, made)
  return made
}

/** A counting sort: two passes over half a million keys take hundredths of a second. */
function sortedByPrefix(file: GazetteerFile): NamePrefixes {
  const { keyStart, keys } = file.rows
  const count = Math.max(0, keyStart.length - 1)
  const starts = new Uint32Array(0x10001)
  const headOf = (row: number): number => {
    const at = keyStart[row] ?? 0
    return ((keys[at] ?? 0) << 8) | (at + 1 < (keyStart[row + 1] ?? 0) ? (keys[at + 1] ?? 0) : 0)
  }
  for (let row = 0; row < count; row++) starts[headOf(row) + 1]! += 1
  for (let head = 0; head < 0x10000; head++) starts[head + 1]! += starts[head] ?? 0
  const next = starts.slice()
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[next[headOf(row)]!++] = row
  return {
    rows(first, second) {
      const head = first << 8
      return second === undefined
        ? rows.subarray(starts[head], starts[head + 0x100])
        : rows.subarray(starts[head | second], starts[(head | second) + 1])
    },
  }
}
