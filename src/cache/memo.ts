/**
 * Remembers a function's answers for at most `2 * size` words; answers are handed out again, so none may be changed.
 * Two generations: when the young one is full it becomes the old one, so words in use survive and the cost stays
 * constant per call.
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

/** V8 cuts longer words as views of the whole page; a remembered view would keep that page in memory. */
function detached(word: string): string {
  return word.length < 13 ? word : Buffer.from(word, 'utf16le').toString('utf16le')
}
