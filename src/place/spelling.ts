import { EditCounter } from './edits.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import { bitsIn, letterMasks, maskOf } from './letter-masks.ts'

const MAX_SUGGESTIONS = 5
/** One edit in short names, two in long ones; more would match unrelated names. */
const mostEdits = (length: number): number => (length < 5 ? 1 : 2)

/** Names within a few edits of `key`, in their original spelling: fewest edits first, then best known. */
export function closestNames(file: GazetteerFile, key: string): string[] {
  if (key.length < 2 || key.length > 60) return []
  const { keyStart, keys, postStart, postPlace, population, level } = file.rows
  const bytes = Buffer.from(key)
  const allowed = mostEdits(key.length)
  const counter = new EditCounter(bytes, allowed)
  const masks = letterMasks(file)
  const mask = maskOf(bytes, 0, bytes.length)
  const found: { edits: number; weight: number; name: string }[] = []
  for (let row = 0; row < keyStart.length - 1; row++) {
    // An edit removes and adds at most one letter each.
    if (bitsIn(mask ^ (masks[row] ?? 0)) > 2 * allowed) continue
    const edits = counter.whole(keys, keyStart[row] ?? 0, keyStart[row + 1] ?? 0)
    if (edits > allowed) continue
    const place = postPlace[postStart[row] ?? 0] ?? 0
    const weight = (population[place] ?? 0) + 10 ** (8 - (level[place] ?? 0))
    found.push({ edits, weight, name: file.name(place) })
  }
  found.sort((a, b) => a.edits - b.edits || b.weight - a.weight)
  return [...new Set(found.map((one) => one.name))].slice(0, MAX_SUGGESTIONS)
}
