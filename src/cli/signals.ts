import type { StopSignals } from '../crawl/visit/visit-context.ts'
import { EXIT_CODES } from '../model/errors.ts'
import type { Terminal } from './output.ts'

/** Pages in progress get this long to finish before they are given up. */
const DRAIN_MS = 15_000

export interface SignalStop {
  readonly signals: StopSignals
  dispose(): void
}

/** The first Ctrl-C (or SIGTERM) finishes the pages in progress, the second ends the process at once; both keep everything stored. */
export function stopOnSignals(terminal: Terminal): SignalStop {
  const drain = new AbortController()
  const abandon = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onSignal = () => {
    if (drain.signal.aborted) process.exit(EXIT_CODES.interrupted)
    terminal.err.write('\nStopping after the pages in progress; press Ctrl-C again to stop at once\n')
    drain.abort()
    timer = setTimeout(() => abandon.abort(), DRAIN_MS)
    timer.unref()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    signals: { drain: drain.signal, abandon: abandon.signal },
    dispose() {
      clearTimeout(timer)
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}
