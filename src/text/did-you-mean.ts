/** Optimal string alignment distance: insertions, deletions, substitutions and transpositions. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      }
      row.push(cost)
    }
    if (Math.min(...row) > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return last[b.length]!
}

/** The candidates closest to a misspelt word, best first; empty when none is close. */
export function closest(word: string, candidates: Iterable<string>, max = 3): string[] {
  const typed = word.slice(0, 100).toLowerCase()
  const limit = Math.max(1, Math.floor(typed.length / 3))
  const near: [number, string][] = []
  for (const candidate of candidates) {
    const d = distance(typed, candidate.toLowerCase(), limit)
    if (d <= limit) near.push([d, candidate])
  }
  return near
    .sort((a, b) => a[0] - b[0])
    .slice(0, max)
    .map(([, candidate]) => candidate)
}

/** ` (did you mean "x"?)` to append to an error message, or '' when nothing is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = closest(word, candidates)
  return near.length === 0 ? '' : ` (did you mean ${near.map((n) => `"${n}"`).join(' or ')}?)`
}
