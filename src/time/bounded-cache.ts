/** The class names of a site repeat from page to page; those of some dozens of sites are remembered, a few megabytes. */
const MAX_ENTRIES = 16_384
/** Of longer keys only the first part is read: lists of style classes have nothing to say. */
const MAX_KEY = 160

/** Remembers what a pure function said about a string; forgets everything when full, so that memory stays bounded. */
export class BoundedCache<T> {
  readonly #entries = new Map<string, T>()

  get(text: string, read: (key: string) => T): T {
    const key = text.length > MAX_KEY ? text.slice(0, MAX_KEY) : text
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const value = read(key)
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear()
    this.#entries.set(key, value)
    return value
  }
}
