import { expect, it } from 'vitest'
import { Places } from './places.ts'

const never = new AbortController().signal

it('places are given in turn and no more than there are', async () => {
  const places = new Places(1)
  expect(await places.take(0, never)).toBe(true)
  expect(await places.take(1, never)).toBe(false)
  const order: number[] = []
  const second = places.take(60_000, never).then(() => order.push(2))
  const third = places.take(60_000, never).then(() => order.push(3))
  places.leave()
  await second
  places.leave()
  await third
  expect(order).toEqual([2, 3])
  places.leave()
  expect(await places.take(0, never)).toBe(true)
})

it('who gives up takes no place', async () => {
  const places = new Places(1)
  await places.take(0, never)
  const gone = new AbortController()
  const waiting = places.take(60_000, gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  places.leave()
  expect(await places.take(0, never)).toBe(true)
})
