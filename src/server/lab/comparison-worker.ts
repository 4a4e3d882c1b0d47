import { compareStrategies } from '../../lab/compare-strategies.ts'
import { STUCK_IN_LAB } from '../../lab/trials/stuck-in-lab.ts'
import { EventideError } from '../../model/errors.ts'
import { loadInheritedPlugins } from '../../plugins/load-plugins.ts'
import type { FromComparison, ToComparison } from './protocol.ts'

const stop = new AbortController()

function send(message: FromComparison): void {
  if (process.connected) process.send?.(message, () => {})
}

function sendLast(message: FromComparison): void {
  if (process.connected) process.send?.(message, () => process.exit(0))
  else process.exit(0)
}

async function run({ setup, jobs, folder, command }: ToComparison & { kind: 'start' }): Promise<void> {
  const { report } = await compareStrategies({
    ...{ setup, jobs, folder, command },
    signal: stop.signal,
    whenStuck: STUCK_IN_LAB,
    onStart: ({ finished, total }) => send({ kind: 'started', finished, total }),
    onRun: () => send({ kind: 'run-finished' }),
    onPages: (pages) => send({ kind: 'progress', pages }),
  })
  sendLast({ kind: 'end', complete: report.complete })
}

await loadInheritedPlugins()
process.on('message', (message: ToComparison) => {
  if (message.kind === 'stop') return stop.abort()
  run(message).catch((error: unknown) => {
    const isExpected = error instanceof EventideError
    const details = isExpected ? error.message : String((error as Error)?.stack ?? error)
    sendLast({ kind: 'failed', message: details })
  })
})
// The server has ended. Finished crawls are stored in the folder; a resumed comparison runs the others.
process.on('disconnect', () => process.exit(0))
// Ctrl-C in a terminal also reaches the server, which decides when to stop.
process.on('SIGINT', () => {})
