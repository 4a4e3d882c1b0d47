import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { PROGRAM } from './bed.ts'
import { userEnvironment } from './run.ts'

export interface RunningServer {
  readonly url: string
  /** Asks it to end, as Ctrl-C does, and gives the exit code. */
  stop(): Promise<number | null>
}

/** Starts `eventide serve` of the installed package on a free port, and waits until it says where it is. */
export async function startServer(args: readonly string[], cwd: string): Promise<RunningServer> {
  const child = spawn(PROGRAM, ['serve', ...args, '--port', '0', '--replay-port', '0', '--json'], {
    cwd,
    env: userEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const err: Buffer[] = []
  child.stderr.on('data', (piece: Buffer) => err.push(piece))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
    ended.then((code) => Promise.reject(new Error(`serve ended with code ${code}: ${Buffer.concat(err)}`))),
  ])
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}
