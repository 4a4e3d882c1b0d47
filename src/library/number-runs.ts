const FIRST_SIZE = 1024

/** A run of numbers for each page, in two arrays: a few bytes a number, read without touching an object. */
export class NumberRuns {
  /** Where the run of each page starts in `values`, and how long it is. Replaced when they grow: read them anew after a `set`. */
  starts = new Uint32Array(FIRST_SIZE)
  lengths = new Uint16Array(FIRST_SIZE)
  values = new Uint32Array(FIRST_SIZE)
  #end = 0

  /** A run that changes is written anew at the end; what it leaves behind is small, for few do. */
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

  /** Whether a number of the page's run is marked with 1. */
  meets(page: number, marked: Uint8Array): boolean {
    const { values } = this
    const start = this.starts[page] ?? 0
    const end = start + (this.lengths[page] ?? 0)
    for (let at = start; at < end; at++) if (marked[values[at] ?? 0] === 1) return true
    return false
  }
}

/** At least twice as long, and long enough for an index; the numbers stay. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array>(
  array: A,
  index: number,
): A {
  const larger = new (array.constructor as new (length: number) => A)(Math.max(array.length * 2, index + 1))
  larger.set(array)
  return larger
}
