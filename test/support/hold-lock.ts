import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const LOCK = pathToFileURL(join(import.meta.dirname, '../../src/store/sqlite/lock.ts')).href
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** Another process that writes to a collection. */
export interface OtherWriter {
  readonly pid: number
  /** Resolves when the process has ended. */
  end(): Promise<void>
}

/** Locks a collection in another process, as a crawl on the command line does. The lock is kept reachable: collected, it would be released. */
export async function holdLock(dir: string): Promise<OtherWriter> {
  const code = `const { lockCollection } = await import(${JSON.stringify(LOCK)})
    globalThis.lock = lockCollection(${JSON.stringify(join(dir, 'collection.db'))})
    process.stdin.resume()
    console.log('locked')`
  const child = spawn(process.execPath, ['--import', TSX, '--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('No lock')))])
  return {
    pid: child.pid!,
    async end() {
      child.stdin.end()
      await ended
    },
  }
}
