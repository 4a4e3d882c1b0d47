import { EXIT_CODES } from '../model/errors.ts'
import type { StopSignals } from '../pipeline.ts'
import type { Terminal } from './output.ts'

/** Pages in hand get this long to finish before they are let go. */
const DRAIN_MS = 15_000

export interface SignalStop {
  readonly signals: StopSignals
  dispose(): void
}

/** The first Ctrl-C (or SIGTERM) finishes the pages in hand, the second ends the process at once; both keep everything stored. */
export function stopOnSignals(terminal: Terminal): SignalStop {
  const drain = new AbortController()
  const abandon = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onSignal = () => {
    if (drain.signal.aborted) process.exit(EXIT_CODES.interrupted)
    terminal.err.write('\nstopping after the pages in hand; once more to stop at once\n')
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
