import type { ExitName, Issue } from '../model/errors.ts'

/** The setup comes first, then tasks. */
export type ToTaskProcess<Setup, Task> = { readonly setup: Setup } | { readonly task: Task }

/**
 * That it is ready, or why no process of this program can be: then nothing follows. Then one for each task, in the order in which they were
 * sent.
 */
export type FromTaskProcess<Result> =
  | 'ready'
  | { readonly result: Result }
  | { readonly failed: string; readonly error?: SentError }

/** An `EventideError` on its way between processes. */
interface SentError {
  readonly code: string
  readonly exit: ExitName
  readonly issues: readonly Issue[] | undefined
}
