import { describe, expect, it } from 'vitest'
import { STRATEGY_NAMES } from './registry.ts'
import { sampleEvent } from './sample-event.ts'
import { thresholdOf } from './threshold.ts'

const event = sampleEvent({ storm: 1 })
const strict = { ...event, judge: { threshold: 0.9 } }

const named = (name: string, options = {}) => ({ name, options })

describe('thresholdOf', () => {
  it.each(STRATEGY_NAMES)('gives a threshold within 0..1 for %s', (name) => {
    expect(thresholdOf(named(name), event)).toBeGreaterThan(0)
    expect(thresholdOf(named(name), event)).toBeLessThan(1)
  })

  it('uses the threshold of the event file for strategies that do', () => {
    expect(thresholdOf(named('adaptive'), strict)).toBe(0.9)
    expect(thresholdOf(named('best-first'), strict)).toBe(0.45)
    expect(thresholdOf(named('annealing'), strict)).toBe(0.7)
  })

  it('follows the options of the strategy', () => {
    expect(thresholdOf(named('best-first', { threshold: 0.2 }), event)).toBe(0.2)
    expect(thresholdOf(named('tabu', { sigma: 0.3 }), event)).toBe(0.3)
    expect(thresholdOf(named('adaptive', { threshold: 0.2 }), strict)).toBe(0.9)
  })

  it('uses the defaults if the options are no longer valid', () => {
    expect(thresholdOf(named('best-first', { gone: 1 }), event)).toBe(0.45)
  })

  it('uses the default strategy for an unknown one', () => {
    expect(thresholdOf(named('constructor'), event)).toBe(thresholdOf(named('adaptive'), event))
  })
})
