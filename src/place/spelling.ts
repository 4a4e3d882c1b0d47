import type { GazetteerFile } from './gazetteer-file.ts'

const MOST_SUGGESTIONS = 5
/** One slip in short names, two in long ones: more makes nonsense of short names. */
const mostEdits = (length: number): number => (length < 5 ? 1 : 2)

/** Names within a few letters of `key`, as the places write them: fewest edits first, then best known. */
export function closestNames(file: GazetteerFile, key: string): string[] {
  if (key.length < 2 || key.length > 60) return []
  const { keyStart, keys, postStart, postPlace, population, level } = file.rows
  const wanted = Buffer.from(key)
  const allowed = mostEdits(key.length)
  const found: { edits: number; weight: number; name: string }[] = []
  for (let row = 0; row < keyStart.length - 1; row++) {
    const start = keyStart[row] ?? 0
    const end = keyStart[row + 1] ?? 0
    if (Math.abs(end - start - wanted.length) > allowed) continue
    const edits = editsWithin(wanted, keys, start, end, allowed)
    if (edits > allowed) continue
    const place = postPlace[postStart[row] ?? 0] ?? 0
    const weight = (population[place] ?? 0) + 10 ** (8 - (level[place] ?? 0))
    found.push({ edits, weight, name: file.name(place) })
  }
  found.sort((a, b) => a.edits - b.edits || b.weight - a.weight)
  return [...new Set(found.map((one) => one.name))].slice(0, MOST_SUGGESTIONS)
}

/** Edit distance with swaps of neighbours counted once; anything above `most` comes back as `most + 1`. */
function editsWithin(a: Uint8Array, b: Uint8Array, start: number, end: number, most: number): number {
  const width = end - start
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= width; j++) {
      const same = a[i - 1] === b[start + j - 1]
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[start + j - 2] && a[i - 2] === b[start + j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      if (edits < least) least = edits
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return last[width] ?? most + 1
}
