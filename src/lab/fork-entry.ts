import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Forks a file next to the calling module: `source` when running from TypeScript sources, `bundle` in the built program.
 * `caller` is the caller's `import.meta.url`.
 */
export function forkEntry(
  caller: string,
  entry: { readonly source: string; readonly bundle: string },
  options: ForkOptions = {},
): ChildProcess {
  const isSource = caller.endsWith('.ts')
  const file = fileURLToPath(new URL(isSource ? entry.source : entry.bundle, caller))
  const loader = () => ['--import', pathToFileURL(createRequire(file).resolve('tsx')).href]
  return fork(file, { ...options, execArgv: isSource ? loader() : [] })
}
