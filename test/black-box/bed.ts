import { existsSync, watch } from 'node:fs'
import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { inject } from 'vitest'
import type { Step, StepResult } from './prepare.ts'
import { type RunResult, run, userEnvironment } from './run.ts'

const bed = inject('bed')

/** The folder the package is installed in, as a user's project. */
export const APP = join(bed, 'app')
export const INSTALLED = join(APP, 'node_modules/eventide')
export const PROGRAM = join(APP, 'node_modules/.bin/eventide')
/** Where npm put the binary of Node 24. */
export const NODE_24 = join(
  bed,
  'node-24/node_modules',
  `node-${process.platform}-${process.arch}`,
  'bin/node',
)

/** Waits until a step of the preparation has ended. */
export async function stepResult(step: Step): Promise<StepResult> {
  const file = join(bed, 'steps', `${step}.json`)
  await appears(file, join(bed, 'steps'))
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Waits for a step and fails with its error if it could not be done. */
export async function done(step: Step): Promise<string> {
  const { error, output } = await stepResult(step)
  if (error !== undefined) throw new Error(`The black-box bed has no ${step}: ${error}`)
  return output ?? ''
}

function appears(file: string, folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, check)
    function check(): void {
      if (!existsSync(file)) return
      watcher.close()
      resolve()
    }
    check()
  })
}

/** An empty folder of a test file, inside the project the package is installed in: `npx eventide` works there. */
export function scratchFolder(): Promise<string> {
  return mkdtemp(join(APP, 'scratch-'))
}

/** A copy of the example collection that a test may change. */
export async function copyCollection(to: string): Promise<void> {
  await done('collection')
  await cp(join(bed, 'haiyan'), to, { recursive: true })
}

export interface UseOptions {
  readonly cwd: string
  readonly input?: string
  /** The binary to run it with; the one of these tests if omitted. */
  readonly node?: string
}

/** Runs the installed program. */
export function eventide(args: readonly string[], { cwd, input, node }: UseOptions): Promise<RunResult> {
  const env = userEnvironment()
  return node
    ? run(node, [join(INSTALLED, 'bin/eventide.js'), ...args], { cwd, env, input })
    : run(PROGRAM, args, { cwd, env, input })
}

/** Runs shell commands with the installed program on the path; ends at the first that fails. */
export function shell(commands: string, cwd: string): Promise<RunResult> {
  const path = [join(APP, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return run('bash', ['-euo', 'pipefail', '-c', commands], { cwd, env: userEnvironment({ PATH: path }) })
}
