import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type FileLayer, writeFully } from './archive-file.ts'

/**
 * `<file>.open` exists beside an archive file while it is being written: created before the file, removed after its last sync. The
 * file has its final name from the start, because the database refers to it.
 */
export const MARKER = '.open'

interface Owner {
  readonly pid: number
  /** Distinguishes this process from an earlier one with the same id. */
  readonly instance: string
  /** Hash of the host name, which is private. */
  readonly host: string
  /** Start of the process, as reported by the system; empty if unknown. */
  readonly started: string
}

const INSTANCE = randomUUID()

async function self(): Promise<Owner> {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 16)
  return { pid: process.pid, instance: INSTANCE, host, started: await startOf(process.pid) }
}

export async function createMarker(files: FileLayer, dir: string, name: string): Promise<void> {
  const path = join(dir, name + MARKER)
  // An existing marker belongs to another writer and stays.
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

/** Whether the writer of the marker may still be running. When in doubt, true. */
export async function writerMayLive(files: FileLayer, dir: string, name: string): Promise<boolean> {
  const owner = parseOwner(await files.readText(join(dir, name + MARKER)))
  // An incomplete marker: the archive file did not exist yet.
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

/** Boot id and start tick of a process (Linux only), which a reused process id does not share. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1')
    // The program name in brackets may hold anything; the fields after it are numbers, the start time is the 20th.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    return `${boot.trim()} ${ticks}`
  } catch {
    return ''
  }
}
