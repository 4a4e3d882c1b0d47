import { describe, expect, it } from 'vitest'
import { readSeries } from '../time/interest.ts'
import { withInterest } from './draft-interest.ts'
import type { EventDraft } from './write-event.ts'

const draft: EventDraft = {
  name: 'Haiyan',
  what: new Map([['typhoon', { value: 1 }]]),
  where: new Map(),
  who: new Map(),
  languages: [],
  seeds: [],
}
const monthly =
  'Month,typhoon haiyan,football\n2013-09,0,40\n2013-10,0,42\n2013-11,100,41\n2013-12,6,40\n2014-01,0,43\n'
const options = { rule: 'onset', column: 'typhoon haiyan' } as const

describe('withInterest', () => {
  it('gives Haiyan the start and the spans of TI eq. 20', () => {
    const { when } = withInterest(draft, readSeries(monthly), options)
    expect(when).toMatchObject({
      start: '2013-11-01',
      interest: [
        { from: '2013-11-01', to: '2013-11-30', value: 100 },
        { from: '2013-12-01', to: '2013-12-31', value: 6 },
      ],
    })
  })

  it('keeps a start that a person gave', () => {
    const started = { ...draft, when: { start: '2013-11-03', interest: [] }, whenReason: 'given' }
    expect(withInterest(started, readSeries(monthly), options).when?.start).toBe('2013-11-03')
  })

  it('refuses to choose among several series, and suggests the nearest name', () => {
    expect(() => withInterest(draft, readSeries(monthly), { rule: 'onset' })).toThrow(
      /--trends-column \(typhoon haiyan, football\)/,
    )
    expect(() => withInterest(draft, readSeries(monthly), { rule: 'onset', column: 'footbal' })).toThrow(
      /did you mean "football"/,
    )
  })

  it('refuses a series without any interest', () => {
    expect(() =>
      withInterest(draft, readSeries('date,x\n2020-01-01,0\n2020-01-02,0\n'), { rule: 'onset' }),
    ).toThrow(/zero throughout/)
  })
})
