import { expect, it } from 'vitest'
import type { LogEntry } from '../../log/log.ts'
import type { Lease } from '../../model/crawl.ts'
import { VisitLog } from './visit-log.ts'

const lease = (id: number) => ({ id, url: `http://a.example/${id}` }) as Lease

it('writes one entry for each visit, with the time of each stage and what came of it', () => {
  const entries: LogEntry[] = []
  const seen: string[] = []
  let now = 0
  const next = {
    doing: (_: Lease, stage: string) => seen.push(stage),
    judged: () => seen.push('judged'),
    failed: (_: Lease, stage: string, code: string) => seen.push(`${stage}:${code}`),
    over: () => seen.push('over'),
  }
  const log = new VisitLog(
    (entry) => entries.push(entry),
    next,
    () => now,
  )
  log.doing(lease(1), 'robots')
  now = 5
  log.doing(lease(1), 'fetching')
  log.doing(lease(2), 'fetching')
  now = 30
  log.doing(lease(1), 'storing')
  log.judged(lease(1), 'Title', { relevance: 0.8, relevant: true, evidence: {} }, undefined)
  now = 32
  log.over(lease(1))
  log.failed(lease(2), 'fetch', 'timeout')
  now = 40
  log.over(lease(2))
  expect(entries).toEqual([
    {
      ...{ level: 'info', event: 'page', url: 'http://a.example/1', stage: 'storing', ms: 32 },
      ...{ relevance: 0.8, kept: true, robotsMs: 5, fetchingMs: 25, storingMs: 2 },
    },
    {
      ...{ level: 'warn', event: 'failed', url: 'http://a.example/2', stage: 'fetch', ms: 35 },
      ...{ error: 'timeout', fetchingMs: 35 },
    },
  ])
  expect(seen).toEqual([
    ...['robots', 'fetching', 'fetching', 'storing', 'judged', 'over', 'fetch:timeout', 'over'],
  ])
})
