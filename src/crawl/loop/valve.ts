/** Lets a crawl be held: pages in hand are finished, nothing new is begun until it is let go. */
export class Valve {
  #held: { readonly since: number } | null = null
  #waiting = new Set<() => void>()

  get isHeld(): boolean {
    return this.#held !== null
  }

  hold(now: number): void {
    this.#held ??= { since: now }
    this.nudge()
  }

  /** Milliseconds it was held. */
  release(now: number): number {
    const heldFor = this.#held ? Math.max(0, now - this.#held.since) : 0
    this.#held = null
    this.nudge()
    return heldFor
  }

  /** Something a waiting crawl should look at has changed. */
  nudge(): void {
    for (const wake of this.#waiting) wake()
  }

  /** `wake` is called at every change, until the returned function is called. */
  onChange(wake: () => void): () => void {
    this.#waiting.add(wake)
    return () => void this.#waiting.delete(wake)
  }
}
