/** Time as a crawl sees it. Injected, so that a simulated web can be crawled without waiting. */
export interface Clock {
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** Timers beyond this overflow to zero; the crawl loop simply waits again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS))
      signal.addEventListener('abort', done)
    }),
}
