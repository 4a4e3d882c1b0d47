import { afterEach, describe, expect, it } from 'vitest'
import { TaskPool } from './task-pool.ts'
import type { TestTask } from './task-pool-program.ts'

const pools: TaskPool<null, TestTask, string>[] = []

function poolOf(processes: number) {
  const pool = new TaskPool<null, TestTask, string>({
    program: { caller: import.meta.url, source: './task-pool-program.ts', bundle: '' },
    setup: null,
    processes,
    deadlineMs: 60_000,
    heapMegabytes: 256,
    ahead: 2,
    onDemand: true,
  })
  pools.push(pool)
  return pool
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

describe('TaskPool', () => {
  it('blames a crash on the task that was running, not on one whose large result was still being sent', async () => {
    const pool = poolOf(1)
    const outcomes = await Promise.allSettled([
      pool.run({ bytes: 50_000_000 }),
      pool.run({ crash: true }),
      pool.run({ bytes: 10 }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
