/**
 * Memoizes a function of a string, for at most `2 * size` keys. Results are shared and must not be modified.
 * Two generations: when the young one is full it becomes the old one. Keys in use survive, reading does not write, and a call takes
 * constant time; use it instead of `BoundedMap` where most calls are hits.
 */
export function memoize<T>(size: number, compute: (word: string) => T): (word: string) => T {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  return (word) => {
    const known = young.get(word)
    if (known !== undefined) return known
    const key = detached(word)
    const value = old.get(word) ?? compute(key)
    if (young.size >= size) {
      old = young
      young = new Map()
    }
    young.set(key, value)
    return value
  }
}

/** V8 represents longer substrings as views; a cached view would keep the whole page in memory. */
function detached(word: string): string {
  return word.length < 13 ? word : Buffer.from(word, 'utf16le').toString('utf16le')
}
