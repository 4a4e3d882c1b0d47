import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_EVERY_MS = 200
/** What the kernel counts in; the same on every machine that Chromium is built for but a few. */
const PAGE_BYTES = 4096

export interface MemoryWatch {
  readonly processes: () => Promise<readonly number[]>
  readonly mostBytes: number
  readonly signal: AbortSignal
}

/** Resolves with true as soon as the processes hold more than they may, with false when the signal ends the watch. */
export async function tooMuchMemory({ processes, mostBytes, signal }: MemoryWatch): Promise<boolean> {
  while (!signal.aborted) {
    const sizes = await Promise.all((await processes().catch(() => [])).map(ownBytes))
    if (sizes.reduce((sum, size) => sum + size, 0) > mostBytes) return true
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
  }
  return false
}

/** What a process holds for itself; 0 where the system does not say, or when it is gone. */
async function ownBytes(pid: number): Promise<number> {
  try {
    const [, resident, shared] = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ').map(Number)
    return Math.max(0, (resident ?? 0) - (shared ?? 0)) * PAGE_BYTES
  } catch {
    return 0
  }
}
