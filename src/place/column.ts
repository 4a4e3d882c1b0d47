type Numbers = Uint8Array | Uint16Array | Uint32Array | Int16Array | Float32Array

/** A typed array that grows by doubling: columns of millions of rows without an object per row. */
export class Column<T extends Numbers> {
  #data: T
  #length = 0
  readonly #make: new (
    length: number,
  ) => T

  constructor(make: new (length: number) => T) {
    this.#make = make
    this.#data = new make(1024)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): number {
    this.#reserve(1)
    this.#data[this.#length] = value
    return this.#length++
  }

  append(values: ArrayLike<number>): void {
    this.#reserve(values.length)
    this.#data.set(values, this.#length)
    this.#length += values.length
  }

  at(index: number): number {
    return this.#data[index] ?? 0
  }

  set(index: number, value: number): void {
    this.#data[index] = value
  }

  /** The rows so far, without copying. */
  view(): T {
    return this.#data.subarray(0, this.#length) as T
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#data.length) return
    const grown = new this.#make(Math.max(this.#data.length * 2, this.#length + more))
    grown.set(this.view())
    this.#data = grown
  }
}
