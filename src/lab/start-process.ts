import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Starts a process from a file that lies beside the one that asks: `source` among the sources, `bundle` in the built program. */
export function startBeside(
  asker: string,
  names: { readonly source: string; readonly bundle: string },
  options: ForkOptions = {},
): ChildProcess {
  const isSource = asker.endsWith('.ts')
  const file = fileURLToPath(new URL(isSource ? names.source : names.bundle, asker))
  const loader = () => ['--import', pathToFileURL(createRequire(file).resolve('tsx')).href]
  return fork(file, { ...options, execArgv: isSource ? loader() : [] })
}
