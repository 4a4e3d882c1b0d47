import { expect, it } from 'vitest'
import { StageTimes } from './stage-times.ts'

it('adds up the time of each stage over visits that overlap', () => {
  let now = 0
  const times = new StageTimes(() => now)
  const at = (ms: number, visit: number, stage: Parameters<StageTimes['enter']>[1]) => {
    now = ms
    return times.enter(visit, stage)
  }
  expect(at(0, 1, 'robots')).toBeNull()
  expect(at(10, 1, 'fetching')).toEqual({ stage: 'robots', ms: 10 })
  at(20, 2, 'fetching')
  at(50, 2, 'reading')
  at(110, 1, null)
  at(115, 2, null)
  expect(at(120, 2, null)).toBeNull()
  expect(times.totals()).toEqual([
    { stage: 'robots', visits: 1, ms: 10 },
    { stage: 'fetching', visits: 2, ms: 130 },
    { stage: 'reading', visits: 1, ms: 65 },
  ])
})
