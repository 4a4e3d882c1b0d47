import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** Starts the page server in a child process; the caller kills it. */
export function startServer(data: string, pages: string): Promise<{ child: ChildProcess; port: number }> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'server.ts'), data, pages]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve({ child, port: Number(port) }))
    child.once('exit', () => reject(new Error('The page server did not start')))
  })
}
