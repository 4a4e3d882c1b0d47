import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** The pages behind a server in a process of its own; whoever starts it kills it. */
export function startServer(data: string, pages: string): Promise<{ child: ChildProcess; port: number }> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'server.ts'), data, pages]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', (said) => resolve({ child, port: Number(said) }))
    child.once('exit', () => reject(new Error('the server of the pages did not start')))
  })
}
