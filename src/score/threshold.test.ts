import { describe, expect, it } from 'vitest'
import { STRATEGY_NAMES } from './registry.ts'
import { sampleEvent } from './sample-event.ts'
import { thresholdOf } from './threshold.ts'

const event = sampleEvent({ storm: 1 })
const strict = { ...event, judge: { threshold: 0.9 } }

const named = (name: string, options = {}) => ({ name, options })

describe('thresholdOf', () => {
  it.each(STRATEGY_NAMES)('knows from where on %s keeps a page', (name) => {
    expect(thresholdOf(named(name), event)).toBeGreaterThan(0)
    expect(thresholdOf(named(name), event)).toBeLessThan(1)
  })

  it('follows the event where the strategy does', () => {
    expect(thresholdOf(named('adaptive'), strict)).toBe(0.9)
    expect(thresholdOf(named('best-first'), strict)).toBe(0.45)
    expect(thresholdOf(named('annealing'), strict)).toBe(0.7)
  })

  it('follows the options of the strategy', () => {
    expect(thresholdOf(named('best-first', { threshold: 0.2 }), event)).toBe(0.2)
    expect(thresholdOf(named('tabu', { sigma: 0.3 }), event)).toBe(0.3)
    expect(thresholdOf(named('adaptive', { threshold: 0.2 }), strict)).toBe(0.9)
  })

  it('takes options that are no longer valid for the defaults', () => {
    expect(thresholdOf(named('best-first', { gone: 1 }), event)).toBe(0.45)
  })

  it('takes a strategy it does not know for the default one', () => {
    expect(thresholdOf(named('constructor'), event)).toBe(thresholdOf(named('adaptive'), event))
  })
})
