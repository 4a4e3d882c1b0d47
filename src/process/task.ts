import type { Entry } from './fork-entry.ts'

export interface TaskPoolOptions<Setup> {
  /** The program of the processes, which calls `serveTasks`. */
  readonly program: Entry
  readonly setup: Setup
  readonly processes: number
  /** Maximum time of one task. */
  readonly deadlineMs: number
  /** Maximum heap of one process. */
  readonly heapMegabytes: number
  /** Tasks sent to a process at once: it starts on the next while this process takes the last result. */
  readonly ahead: number
  /** Whether processes are started by the first tasks, and ended when there has been none for a while. */
  readonly onDemand: boolean
  /** Maximum number of waiting tasks; further ones fail with the code `busy`. Default: no maximum. */
  readonly maxWaiting?: number
}

/** A task that did not return: it took too long, needed too much memory or crashed its process. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure'
}

/** A task with its promise. */
export interface PendingTask<Task, Result> {
  readonly task: Task
  /** Maximum time, instead of that of the pool. */
  readonly deadlineMs: number | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
