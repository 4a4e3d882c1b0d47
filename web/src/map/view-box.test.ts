import { describe, expect, it } from 'vitest'
import { boxAround, boxOf, readBox, widened, writeBox } from './view-box.ts'

describe('the box of a view', () => {
  it('brings further turns of the world back', () => {
    expect(boxOf(370, -10, 380, 10)).toEqual([10, -10, 20, 10])
    expect(boxOf(-200, -10, -170, 10)).toEqual([160, -10, -170, 10])
    expect(boxOf(-400, -95, 400, 95)).toEqual([-180, -90, 180, 90])
    expect(boxOf(90, 0, 180, 10)).toEqual([90, 0, 180, 10])
  })

  it('grows on every side', () => {
    expect(widened(0, 0, 10, 10, 0.5)).toEqual([-5, -5, 15, 15])
  })

  it('is written short and read back; nonsense is no box', () => {
    expect(readBox(writeBox([120.123456, 5, 126.1, 20]))).toEqual([120.1235, 5, 126.1, 20])
    expect(readBox('1,2,3')).toBeUndefined()
    expect(readBox('a,b,c,d')).toBeUndefined()
    expect(readBox('')).toBeUndefined()
  })
})

describe('the box around places', () => {
  it('is the plain one', () => {
    expect(boxAround([14.6, 40.7], [121, -74])).toEqual([-74, 14.6, 121, 40.7])
    expect(boxAround([5], [7])).toEqual([7, 5, 7, 5])
    expect(boxAround([], [])).toBeNull()
  })

  it('goes over the 180th meridian where the places lie on both sides of it', () => {
    expect(boxAround([-18, -17], [178, -179])).toEqual([178, -18, -179, -17])
  })
})
