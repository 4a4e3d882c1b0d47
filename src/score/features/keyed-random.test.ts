import { expect, it } from 'vitest'
import { keyedRandom } from './keyed-random.ts'

it('depends only on salt and key, and is uniform over neighbouring keys', () => {
  const first = (salt: number, key: string) => keyedRandom(salt, key)()
  expect(first(7, 'a 1')).toBe(first(7, 'a 1'))
  expect(first(7, 'a 1')).not.toBe(first(8, 'a 1'))
  const draws = Array.from({ length: 5_000 }, (_, i) => first(7, `host ${i}`))
  for (let tenth = 0; tenth < 10; tenth++) {
    const count = draws.filter((x) => Math.floor(x * 10) === tenth).length
    expect(Math.abs(count - 500)).toBeLessThan(100)
  }
})
