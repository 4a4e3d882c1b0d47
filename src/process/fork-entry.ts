import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A program beside the module `caller`: `source` when running from TypeScript sources, `bundle` in the built program. */
export interface Entry {
  /** The caller's `import.meta.url`. */
  readonly caller: string
  readonly source: string
  readonly bundle: string
}

/** Child processes that are running and end with this one. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A process that holds nothing to be saved is killed when this one exits, whatever it does then. */
export function endingWithThisProcess(child: ChildProcess): ChildProcess {
  running.add(child)
  return child.once('close', () => running.delete(child))
}

export function forkEntry({ caller, source, bundle }: Entry, options: ForkOptions = {}): ChildProcess {
  const isSource = caller.endsWith('.ts')
  const file = fileURLToPath(new URL(isSource ? source : bundle, caller))
  const loader = () => ['--import', pathToFileURL(createRequire(file).resolve('tsx')).href]
  return fork(file, { ...options, execArgv: [...(options.execArgv ?? []), ...(isSource ? loader() : [])] })
}
