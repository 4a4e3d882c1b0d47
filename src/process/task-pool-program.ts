// The program of the processes in task-pool.test.ts.
import { serveTasks } from './task-process.ts'

export type TestTask = { readonly bytes: number } | { readonly crash: true }

serveTasks((_: null) => (task: TestTask) => {
  if ('crash' in task) process.kill(process.pid, 'SIGKILL')
  return 'bytes' in task ? 'x'.repeat(task.bytes) : ''
})
