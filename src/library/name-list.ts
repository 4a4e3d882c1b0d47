/** Assigns an index to each distinct name, in order of first occurrence. */
export class NameList {
  readonly names: string[] = []
  readonly #numbers = new Map<string, number>()

  get length(): number {
    return this.names.length
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const number = this.names.length
    this.#numbers.set(name, number)
    this.names.push(name)
    return number
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name)
  }
}
