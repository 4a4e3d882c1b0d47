/** Maximum length of a name key in bytes. */
const WIDEST = 512

/** Counts the edits between one word and many names without allocating per name. */
export class EditCounter {
  readonly #word: Uint8Array
  readonly #max: number
  #before = new Uint16Array(WIDEST)
  #last = new Uint16Array(WIDEST)
  #row = new Uint16Array(WIDEST)

  constructor(word: Uint8Array, max: number) {
    this.#word = word
    this.#max = max
  }

  /** Edits to the whole name; a transposition counts once. Returns the limit plus one if the limit is exceeded. */
  whole(bytes: Uint8Array, start: number, end: number): number {
    return this.#count(bytes, start, end, false)
  }

  /** Fewest edits to any prefix of the name. */
  beginning(bytes: Uint8Array, start: number, end: number): number {
    return this.#count(bytes, start, Math.min(end, start + this.#word.length + this.#max), true)
  }

  #count(bytes: Uint8Array, start: number, end: number, anyEnd: boolean): number {
    const word = this.#word
    const max = this.#max
    const width = end - start
    const over = max + 1
    if (width >= WIDEST || (!anyEnd && Math.abs(width - word.length) > max)) return over
    for (let j = 0; j <= width; j++) this.#last[j] = j
    for (let i = 1; i <= word.length; i++) {
      const [before, last, row] = [this.#before, this.#last, this.#row]
      // Outside this band every count exceeds the limit.
      const low = Math.max(1, i - max)
      const high = Math.min(width, i + max)
      row[low - 1] = low === 1 ? i : over
      let smallest = row[low - 1] ?? over
      for (let j = low; j <= high; j++) {
        const same = word[i - 1] === bytes[start + j - 1]
        const above = j === i + max ? over : (last[j] ?? over) + 1
        let edits = Math.min(above, (row[j - 1] ?? over) + 1, (last[j - 1] ?? over) + (same ? 0 : 1))
        if (i > 1 && j > 1 && word[i - 1] === bytes[start + j - 2] && word[i - 2] === bytes[start + j - 1])
          edits = Math.min(edits, (before[j - 2] ?? over) + 1)
        row[j] = edits
        if (edits < smallest) smallest = edits
      }
      if (smallest > max) return over
      this.#before = last
      this.#last = row
      this.#row = before
    }
    if (!anyEnd) return Math.min(over, this.#last[width] ?? over)
    let smallest = over
    for (let j = Math.max(0, word.length - max); j <= Math.min(width, word.length + max); j++)
      smallest = Math.min(smallest, this.#last[j] ?? over)
    return smallest
  }
}
