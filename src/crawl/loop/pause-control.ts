/** Pauses a crawl: pages in progress are finished, and nothing new is begun until it resumes. */
export class PauseControl {
  #pausedAt: number | null = null
  #pausedMs = 0
  readonly #listeners = new Set<() => void>()

  get isPaused(): boolean {
    return this.#pausedAt !== null
  }

  pause(now: number): void {
    this.#pausedAt ??= now
    this.#notify()
  }

  resume(now: number): void {
    this.#pausedMs = this.pausedMs(now)
    this.#pausedAt = null
    this.#notify()
  }

  /** Milliseconds spent paused so far, including a current pause. Not counted against the time budget. */
  pausedMs(now: number): number {
    return this.#pausedMs + (this.#pausedAt === null ? 0 : Math.max(0, now - this.#pausedAt))
  }

  /** Calls `listener` after every pause and resumption, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
