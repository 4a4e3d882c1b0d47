import { describe, expect, it } from 'vitest'
import { Valve } from './valve.ts'

describe('a valve', () => {
  it('tells every change to those who wait, and how long it was held', () => {
    const valve = new Valve()
    const heard: boolean[] = []
    const leave = valve.onChange(() => void heard.push(valve.isHeld))
    valve.hold(1_000)
    valve.hold(5_000)
    expect(valve.release(7_000)).toBe(6_000)
    expect(valve.release(9_000)).toBe(0)
    leave()
    valve.nudge()
    expect(heard).toEqual([true, true, false, false])
  })
})
