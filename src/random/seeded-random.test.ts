import { expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'

it('returns the same numbers from 0 to 1 for the same seed, and different ones for another seed', () => {
  const draw = (seed: number) => Array.from({ length: 10_000 }, seededRandom(seed))
  const numbers = draw(1)
  expect(draw(1)).toEqual(numbers)
  expect(draw(2)).not.toEqual(numbers)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  const tenths = Array.from({ length: 10 }, (_, i) => numbers.filter((x) => Math.floor(x * 10) === i).length)
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150)
})
