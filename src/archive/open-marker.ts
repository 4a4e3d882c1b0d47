import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type FileLayer, writeFully } from './archive-file.ts'

/**
 * `<file>.open` lies beside an archive file while somebody writes it: made before the file, removed after its last
 * sync. The file itself has its final name from the start, because the database holds that name.
 */
export const MARKER = '.open'

interface Owner {
  readonly pid: number
  /** Tells this process from an earlier one with the same number. */
  readonly instance: string
  /** Of the host, hashed: machine names are nobody's business. */
  readonly host: string
  /** When the process was started, in the words of the system; empty where it cannot be told. */
  readonly started: string
}

const INSTANCE = randomUUID()

async function self(): Promise<Owner> {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 16)
  return { pid: process.pid, instance: INSTANCE, host, started: await startOf(process.pid) }
}

export async function createMarker(files: FileLayer, dir: string, name: string): Promise<void> {
  const path = join(dir, name + MARKER)
  // When the name is taken, the marker there is somebody else's and stays.
  const marker = await files.create(path)
  try {
    try {
      await writeFully(marker, Buffer.from(`${JSON.stringify(await self())}\n`), 0)
      await marker.sync()
    } finally {
      await marker.close()
    }
    await files.syncDirectory(dir)
  } catch (error) {
    await files.remove(path).catch(() => {})
    throw error
  }
}

export async function removeMarker(files: FileLayer, dir: string, name: string): Promise<void> {
  await files.remove(join(dir, name + MARKER))
  await files.syncDirectory(dir)
}

/** Whether the writer that left the marker may still be at work. When in doubt, it may. */
export async function writerMayLive(files: FileLayer, dir: string, name: string): Promise<boolean> {
  const owner = parseOwner(await files.readText(join(dir, name + MARKER)))
  // Cut short while it was made: the file itself had not been created yet.
  if (!owner) return false
  const me = await self()
  if (owner.instance === me.instance) return true
  if (owner.host !== me.host) return true
  if (owner.pid === me.pid || !isRunning(owner.pid)) return false
  const started = await startOf(owner.pid)
  return started === '' || started === owner.started
}

function parseOwner(text: string): Owner | null {
  try {
    const value: Partial<Record<keyof Owner, unknown>> | null = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { pid, instance, host, started } = value
    if (typeof pid !== 'number' || typeof instance !== 'string') return null
    if (typeof host !== 'string' || typeof started !== 'string') return null
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, instance, host, started } : null
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Boot and tick at which a process began, where the system tells (Linux): a reused number has another. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1')
    // The program's name, in brackets, may hold anything; the fields after it are numbers, the start is the 20th.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    return `${boot.trim()} ${ticks}`
  } catch {
    return ''
  }
}
