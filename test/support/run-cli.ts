import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '../../bin/eventide.js')

export interface CliResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export function startCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], {
    env: { ...process.env, EVENTIDE_CONTACT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs the built program and returns its output and exit code. */
export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  return resultOf(startCli(args, env))
}

export function resultOf(child: ChildProcess): Promise<CliResult> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (piece: Buffer) => out.push(piece))
  child.stderr?.on('data', (piece: Buffer) => err.push(piece))
  return new Promise((resolve) =>
    child.once('close', (code) =>
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    ),
  )
}
