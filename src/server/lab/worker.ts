import { runComparison } from '../../lab/compare-strategies.ts'
import { EventideError } from '../../model/errors.ts'
import type { FromComparison, ToComparison } from './protocol.ts'

const stop = new AbortController()

function tell(message: FromComparison): void {
  if (process.connected) process.send?.(message, () => {})
}

function end(message: FromComparison): void {
  if (process.connected) process.send?.(message, () => process.exit(0))
  else process.exit(0)
}

async function work({ setup, jobs, folder, command }: ToComparison & { kind: 'start' }): Promise<void> {
  const { report } = await runComparison({
    ...{ setup, jobs, folder, command },
    stop: stop.signal,
    begun: ({ known, total }) => tell({ kind: 'begun', known, total }),
    done: () => tell({ kind: 'run' }),
    progress: (pages) => tell({ kind: 'progress', pages }),
  })
  end({ kind: 'end', complete: report.complete })
}

process.on('message', (message: ToComparison) => {
  if (message.kind === 'stop') return stop.abort()
  work(message).catch((error: unknown) => {
    const expected = error instanceof EventideError
    end({ kind: 'failed', message: expected ? error.message : String((error as Error)?.stack ?? error) })
  })
})
// The server is gone. Finished crawls are in the folder; the rest is done when somebody resumes.
process.on('disconnect', () => process.exit(0))
// Ctrl-C in a terminal reaches the server, too: it says when to stop.
process.on('SIGINT', () => {})
