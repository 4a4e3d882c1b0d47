import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_INTERVAL_MS = 200
/** Page size of the kernel on nearly all systems that Chromium supports. */
const PAGE_BYTES = 4096

export interface MemoryWatch {
  readonly processes: () => Promise<readonly number[]>
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** Resolves to true when the processes exceed the limit, to false when the signal aborts. */
export async function tooMuchMemory({ processes, maxBytes, signal }: MemoryWatch): Promise<boolean> {
  while (!signal.aborted) {
    const sizes = await Promise.all((await processes().catch(() => [])).map(ownBytes))
    if (sizes.reduce((sum, size) => sum + size, 0) > maxBytes) return true
    await wait(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
  return false
}

/** Private memory of a process; 0 if unknown. */
async function ownBytes(pid: number): Promise<number> {
  try {
    const [, resident, shared] = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ').map(Number)
    return Math.max(0, (resident ?? 0) - (shared ?? 0)) * PAGE_BYTES
  } catch {
    return 0
  }
}
