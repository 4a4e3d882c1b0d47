const FIRST_SIZE = 1024

/** A list of numbers for each page, stored in two typed arrays without objects. */
export class NumberRuns {
  /** Start of each page's numbers in `values`, and their count. Replaced when they grow: read them again after `set`. */
  starts = new Uint32Array(FIRST_SIZE)
  lengths = new Uint16Array(FIRST_SIZE)
  values = new Uint32Array(FIRST_SIZE)
  #end = 0

  /** A changed list is appended at the end; the space of the old one is lost, which is little because few change. */
  set(page: number, run: Iterable<number>): void {
    if (page >= this.starts.length) {
      this.starts = grown(this.starts, page)
      this.lengths = grown(this.lengths, page)
    }
    this.starts[page] = this.#end
    for (const value of run) {
      if (this.#end === this.values.length) this.values = grown(this.values, this.#end)
      this.values[this.#end++] = value
    }
    this.lengths[page] = this.#end - (this.starts[page] ?? 0)
  }

  of(page: number): Uint32Array {
    const start = this.starts[page] ?? 0
    return this.values.subarray(start, start + (this.lengths[page] ?? 0))
  }

  /** How often each number below `size` occurs on these pages. */
  count(pages: Uint32Array, size: number): Uint32Array {
    const { values, starts, lengths } = this
    const counts = new Uint32Array(size)
    for (let i = 0; i < pages.length; i++) {
      const page = pages[i] ?? 0
      const start = starts[page] ?? 0
      const end = start + (lengths[page] ?? 0)
      for (let at = start; at < end; at++) {
        const value = values[at] ?? 0
        counts[value] = (counts[value] ?? 0) + 1
      }
    }
    return counts
  }

  /** Whether one of the page's numbers is marked with 1. */
  meets(page: number, marked: Uint8Array): boolean {
    const { values } = this
    const start = this.starts[page] ?? 0
    const end = start + (this.lengths[page] ?? 0)
    for (let at = start; at < end; at++) if (marked[values[at] ?? 0] === 1) return true
    return false
  }
}

/** A copy at least twice as long, and long enough for the index. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array>(
  array: A,
  index: number,
): A {
  const larger = new (array.constructor as new (length: number) => A)(Math.max(array.length * 2, index + 1))
  larger.set(array)
  return larger
}
