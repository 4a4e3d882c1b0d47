import { describe, expect, it } from 'vitest'
import { readDays, readDistance, readPoint } from './query-values.ts'

describe('values of operators', () => {
  it.each([
    ['50km', 50],
    ['30mi', 48.28032],
    ['800m', 0.8],
    ['12.5 km', 12.5],
    ['20', 20],
    ['5公里', 5],
  ])('%s is a distance', (text, km) => expect(readDistance(text)).toBeCloseTo(km, 9))

  it.each(['', 'km', '0km', '-5km', '50 parsec', '1e3km', '99999km', '5kmkm'])(
    'refuses %j as a distance',
    (text) => expect(readDistance(text)).toBeNull(),
  )

  it.each([
    ['2013-11-08', '2013-11-08', '2013-11-08'],
    ['2013-11', '2013-11-01', '2013-11-30'],
    ['2012/2', '2012-02-01', '2012-02-29'],
    ['2013', '2013-01-01', '2013-12-31'],
    ['2013-1-5', '2013-01-05', '2013-01-05'],
  ])('%s goes from %s to %s', (text, first, last) => expect(readDays(text)).toEqual({ first, last }))

  it.each(['', 'yesterday', '2013-13', '2013-02-30', '13-11-08', '2013-11-08-01'])(
    'refuses %j as a day',
    (text) => expect(readDays(text)).toBeNull(),
  )

  it('reads points', () => {
    expect(readPoint('11.24, 125.0')).toEqual({ lat: 11.24, lon: 125 })
    expect(readPoint('-45,170')).toEqual({ lat: -45, lon: 170 })
    for (const text of ['91,0', '0,181', '1', 'a,b', '1,2,3']) expect(readPoint(text)).toBeNull()
  })
})
