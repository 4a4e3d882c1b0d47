/** A semaphore: slots are assigned in the order of request. */
export class Slots {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /** False when no slot became free in time; rejects with the signal's reason. */
  async acquire(ms: number, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return true
    }
    return new Promise<boolean>((resolve, reject) => {
      const done = (settle: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        this.#waiting.delete(onFree)
        settle()
      }
      const onFree = () => done(() => resolve(true))
      const onAbort = () => done(() => reject(signal.reason))
      const timer = setTimeout(() => done(() => resolve(false)), ms)
      signal.addEventListener('abort', onAbort)
      this.#waiting.add(onFree)
    })
  }

  release(): void {
    const [next] = this.#waiting
    if (next) next()
    else this.#free++
  }
}
