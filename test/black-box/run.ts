import { spawn } from 'node:child_process'

export interface RunResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input?: string
  readonly signal?: AbortSignal
}

/** Runs a program to its end; being aborted ends it with a null code. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env, input, signal }: RunOptions,
): Promise<RunResult> {
  const child = spawn(command, args, { cwd, env, signal, stdio: ['pipe', 'pipe', 'pipe'] })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => out.push(piece))
  child.stderr.on('data', (piece: Buffer) => err.push(piece))
  child.stdin.on('error', () => {}).end(input)
  return new Promise((resolve) => {
    child.once('error', (error) => err.push(Buffer.from(String(error))))
    child.once('close', (code) =>
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    )
  })
}

/** What npm and vitest set for the programs they start: a user's terminal has none of it. */
const OF_THE_TESTS =
  /^(?:npm_(?:package|lifecycle|command|config_local_prefix)|NODE_ENV|NODE_OPTIONS|VITEST|TEST|INIT_CWD|EVENTIDE_)/

/** The environment of a user who has just opened a terminal. */
export function userEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !OF_THE_TESTS.test(name))
  return { ...Object.fromEntries(own), NO_COLOR: '1', npm_config_update_notifier: 'false', ...more }
}
