import { describe, expect, it } from 'vitest'
import { STRATEGY_NAMES } from './registry.ts'
import { sampleEvent } from './sample-event.ts'
import { thresholdOf } from './threshold.ts'

const event = sampleEvent({ storm: 1 })
const strict = { ...event, judge: { threshold: 0.9 } }

describe('thresholdOf', () => {
  it.each(STRATEGY_NAMES)('knows from where on %s keeps a page', (name) => {
    expect(thresholdOf(name, event)).toBeGreaterThan(0)
    expect(thresholdOf(name, event)).toBeLessThan(1)
  })

  it('follows the event where the strategy does', () => {
    expect(thresholdOf('adaptive', strict)).toBe(0.9)
    expect(thresholdOf('best-first', strict)).toBe(0.45)
    expect(thresholdOf('annealing', strict)).toBe(0.7)
  })

  it('takes a strategy it does not know for the default one', () => {
    expect(thresholdOf('constructor', event)).toBe(thresholdOf('adaptive', event))
  })
})
