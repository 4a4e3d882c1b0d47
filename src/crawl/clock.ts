/** Time as a crawl sees it. Injected, so that a simulated web can be crawled without waiting. */
export interface Clock {
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** Timers beyond this overflow to zero; the crawl loop simply waits again. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The wall-clock time when the process started; the time the process has run is added to it. */
const EPOCH = Date.now() - performance.now()

/** The time of day, but monotonic: setting the system clock does not change the delays between requests. */
export const systemClock: Clock = {
  now: () => Math.floor(EPOCH + performance.now()),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.min(Math.max(ms, 0), MAX_TIMER_MS))
      signal.addEventListener('abort', done)
    }),
}
