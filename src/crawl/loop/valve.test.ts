import { describe, expect, it } from 'vitest'
import { Valve } from './valve.ts'

describe('Valve', () => {
  it('counts the time spent paused, across several pauses and however often each is requested', () => {
    const valve = new Valve()
    valve.pause(100)
    valve.pause(150)
    expect([valve.isPaused, valve.pausedMs(160)]).toEqual([true, 60])
    valve.resume(200)
    valve.resume(300)
    expect([valve.isPaused, valve.pausedMs(400)]).toEqual([false, 100])
    valve.pause(400)
    expect(valve.pausedMs(450)).toBe(150)
  })

  it('notifies listeners until they unsubscribe', () => {
    const valve = new Valve()
    let notified = 0
    const unsubscribe = valve.onChange(() => notified++)
    valve.pause(0)
    valve.resume(1)
    unsubscribe()
    valve.pause(2)
    expect(notified).toBe(2)
  })
})
