/** Nobody waits longer for a screen; the user is asked to try again. */
const MAX_WAIT_MS = 15_000

/** How long a server that is busy asks to wait before the request is sent again; null if it is not busy, or asks for too long. */
export function retryDelayMs(
  response: Pick<Response, 'status' | 'headers'>,
  now = Date.now(),
): number | null {
  if (response.status !== 429 && response.status !== 503) return null
  const written = response.headers.get('retry-after')
  if (written === null) return null
  const isDate = /^[A-Z][a-z]{2}, /.test(written)
  if (!isDate && !/^\d{1,6}$/.test(written)) return null
  const ms = isDate ? Date.parse(written) - now : Number(written) * 1000
  return ms <= MAX_WAIT_MS ? Math.max(0, ms) : null
}

/** Resolves after a time; rejects as soon as the signal aborts. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(new DOMException('The call is no longer needed', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
