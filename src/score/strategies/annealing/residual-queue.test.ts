import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ResidualQueue } from './residual-queue.ts'

const made = (items: number) => {
  const queue = new ResidualQueue(0.001)
  for (let i = 0; i < items; i++) queue.addItem()
  return queue
}

const drained = (queue: ResidualQueue) => {
  const order: number[] = []
  for (let item = queue.take(); item >= 0; item = queue.take()) order.push(item)
  return order
}

describe('residual queue', () => {
  it('returns larger items first, to within a factor of two, each once, and none that is too small', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.double({ min: 0, max: 1e9, noNaN: true })), { maxLength: 60 }),
        (raises) => {
          const queue = made(10)
          const largest = new Map<number, number>()
          for (const [item, size] of raises) {
            queue.raise(item, size)
            if (size >= 0.001) largest.set(item, Math.max(size, largest.get(item) ?? 0))
          }
          const order = drained(queue)
          expect([...order].sort()).toEqual([...largest.keys()].sort())
          for (const [i, item] of order.slice(1).entries())
            expect(largest.get(item)).toBeLessThan(2 * (largest.get(order[i] ?? 0) ?? 0) + 1e-9)
        },
      ),
    )
  })

  it('keeps the order across a snapshot', () => {
    const queue = made(6)
    for (const [item, size] of [
      [0, 1],
      [1, 0.01],
      [2, 1],
      [3, 5],
      [4, Number.NaN],
    ] as const)
      queue.raise(item, size)
    const resumed = new ResidualQueue(0.001)
    resumed.restore(6, queue.snapshot())
    expect(drained(resumed)).toEqual(drained(queue))
  })
})
