/** The class names of a site repeat from page to page; this many distinct ones are remembered. */
const MAX_ENTRIES = 4_000
/** Longer keys are read without being remembered, and only their first part. */
const MAX_KEY = 300

/** Remembers what a pure function said about a string; forgets everything when full, so that memory stays bounded. */
export class BoundedCache<T> {
  readonly #entries = new Map<string, T>()

  get(key: string, read: (key: string) => T): T {
    if (key.length > MAX_KEY) return read(key.slice(0, MAX_KEY))
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const value = read(key)
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear()
    this.#entries.set(key, value)
    return value
  }
}
