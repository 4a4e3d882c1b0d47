import { describe, expect, it } from 'vitest'
import { frameOf, indexOfDay, type Point, pathOf, ticksOf } from './curve.ts'

const points: Point[] = Array.from({ length: 3_000 }, (_, at) => ({
  day: new Date(Date.UTC(2013, 0, 1 + at)).toISOString().slice(0, 10),
  value: at === 1_501 ? 100 : 1,
}))

describe('the interest curve', () => {
  const frame = frameOf(points)

  it('finds the point under the pointer', () => {
    expect(frame.indexAt(frame.x(points[777]!.day))).toBe(777)
    expect(frame.indexAt(-50)).toBe(0)
    expect(frame.indexAt(10_000)).toBe(2_999)
  })

  it('keeps the peak of many points', () => {
    const path = pathOf(points, frame)
    expect(path).toContain(` ${frame.y(100).toFixed(1)}`)
    expect(path.split('L').length).toBeLessThan(1_300)
  })

  it('draws a single day', () => {
    const one = [{ day: '2013-11-08', value: 0 }]
    expect(pathOf(one, frameOf(one))).toMatch(/^M[\d.]+ [\d.]+$/)
  })

  it('finds the point of a day, or the last one before a day without one', () => {
    const weeks = points.filter((_, at) => at % 7 === 0)
    expect(indexOfDay(weeks, weeks[3]!.day)).toBe(3)
    expect(indexOfDay(weeks, '2013-01-25')).toBe(3)
    expect(indexOfDay(weeks, '1999-01-01')).toBe(0)
    expect(ticksOf(weeks)).toHaveLength(5)
  })
})
