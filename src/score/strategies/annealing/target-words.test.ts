import { expect, it } from 'vitest'
import { TargetWords } from './target-words.ts'

it('adds up the words of all links to a target, and drops visited pages and the oldest beyond its limit', () => {
  const targets = new TargetWords(2)
  targets.add(1, new Map([[7, 1]]))
  targets.add(
    1,
    new Map([
      [7, 2],
      [3, 1],
    ] as const),
  )
  expect([...targets.with(1, new Map([[3, 4]]))]).toEqual([
    [7, 3],
    [3, 5],
  ])
  targets.add(2, new Map())
  targets.add(3, new Map([[1, 1]]))
  targets.add(4, new Map([[1, 1]]))
  expect([1, 2, 3, 4].map((target) => targets.with(target, new Map()).size)).toEqual([0, 0, 1, 1])
  targets.delete(4)
  expect(targets.with(4, new Map()).size).toBe(0)
})
