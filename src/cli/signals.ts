import type { StopSignals } from '../crawl/visit/visit-context.ts'
import { EXIT_CODES } from '../model/errors.ts'
import type { Terminal } from './output.ts'

export interface SignalStop {
  readonly signals: StopSignals
  dispose(): void
}

/** The first Ctrl-C (or SIGTERM) finishes the pages in progress, the second ends the process at once; both keep everything stored. */
export function stopOnSignals(terminal: Terminal): SignalStop {
  const drain = new AbortController()
  const onSignal = () => {
    if (drain.signal.aborted) process.exit(EXIT_CODES.interrupted)
    terminal.err.write('\nStopping after the pages in progress; press Ctrl-C again to stop at once\n')
    drain.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    signals: { drain: drain.signal },
    dispose() {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}
