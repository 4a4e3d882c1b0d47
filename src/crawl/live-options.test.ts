import { describe, expect, it, vi } from 'vitest'
import { LiveOptions } from './live-options.ts'

describe('LiveOptions', () => {
  it('has the defaults of the table where nothing is specified', () => {
    expect(new LiveOptions({ pages: 5 }).now).toMatchObject({ pages: 5, concurrency: 16, sitemaps: true })
  })

  it('derives politeness from the options as they are now', () => {
    const options = new LiveOptions({ delay: 10 }, { maxTries: 1 })
    expect(options.politeness).toMatchObject({ delayMs: 10, addressDelayMs: null, maxTries: 1 })
    options.change({ delay: 20, addressDelay: 3 })
    expect(options.politeness).toMatchObject({ delayMs: 20, addressDelayMs: 3, maxTries: 1 })
  })

  it('returns the names of the options that changed', () => {
    const options = new LiveOptions({ pages: 5, allowHost: ['a.example'] })
    expect(options.change({ pages: 6, allowHost: ['a.example'], time: 1_000 })).toEqual(['pages', 'time'])
  })

  it('notifies listeners of changes only, until they unsubscribe', () => {
    const options = new LiveOptions({ pages: 5 })
    const listener = vi.fn()
    const unsubscribe = options.onChange(listener)
    options.change({ pages: 5 })
    expect(listener).toHaveBeenCalledTimes(0)
    options.change({ pages: 6 })
    unsubscribe()
    options.change({ pages: 7 })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
