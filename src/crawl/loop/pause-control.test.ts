import { describe, expect, it } from 'vitest'
import { PauseControl } from './pause-control.ts'

describe('PauseControl', () => {
  it('counts the time spent paused, across several pauses and however often each is requested', () => {
    const control = new PauseControl()
    control.pause(100)
    control.pause(150)
    expect([control.isPaused, control.pausedMs(160)]).toEqual([true, 60])
    control.resume(200)
    control.resume(300)
    expect([control.isPaused, control.pausedMs(400)]).toEqual([false, 100])
    control.pause(400)
    expect(control.pausedMs(450)).toBe(150)
  })

  it('notifies listeners until they unsubscribe', () => {
    const control = new PauseControl()
    let notified = 0
    const unsubscribe = control.onChange(() => notified++)
    control.pause(0)
    control.resume(1)
    unsubscribe()
    control.pause(2)
    expect(notified).toBe(2)
  })
})
