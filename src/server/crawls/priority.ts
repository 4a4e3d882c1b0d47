import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets the server and its searches run first when processors are scarce; on an idle machine a crawl is as fast as before.
 * Linux has a priority for each thread, which threads started later inherit.
 */
export function lowerPriority(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // Some containers forbid it. The crawl works without it.
    }
  }
}

/** 0 stands for this process. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}
