import { describe, expect, it } from 'vitest'
import { closedRing, labelIn, unrolled } from './rings.ts'

describe('rings of the base map', () => {
  it('continue beyond the 180th meridian instead of back around the world', () => {
    const line = [
      [170, 60],
      [-175, 62],
      [-170, 65],
      [175, 66],
    ]
    expect(unrolled(line).map(([lon]) => lon)).toEqual([170, 185, 190, 175])
    expect(
      unrolled([
        [-170, 10],
        [175, 10],
      ]).map(([lon]) => lon),
    ).toEqual([-170, -185])
  })

  it('are unchanged elsewhere', () => {
    const ring = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 0],
    ]
    expect(closedRing(ring)).toEqual(ring)
  })

  it('around a pole are closed along the edge of the map', () => {
    const around = [
      [-170, -70],
      [-60, -75],
      [60, -70],
      [170, -72],
      [-170, -70],
    ]
    expect(closedRing(around).slice(-3)).toEqual([
      [190, -90],
      [-170, -90],
      [-170, -70],
    ])
  })

  it('place the name where they are widest at half their height', () => {
    // A U whose right arm is wider.
    const ring = [
      [0, 0],
      [20, 0],
      [20, 10],
      [10, 10],
      [10, 4],
      [3, 4],
      [3, 10],
      [0, 10],
      [0, 0],
    ]
    expect(labelIn(ring)).toEqual({ x: 15, y: 5, width: 10 })
    expect(labelIn([])).toMatchObject({ width: 0 })
  })
})
