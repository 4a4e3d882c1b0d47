import { expect, it } from 'vitest'
import { Slots } from './slots.ts'

const never = new AbortController().signal

it('assigns slots in order, up to their number', async () => {
  const places = new Slots(1)
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

it('assigns no slot to a caller that gave up', async () => {
  const places = new Slots(1)
  await places.take(0, never)
  const gone = new AbortController()
  const waiting = places.take(60_000, gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  places.leave()
  expect(await places.take(0, never)).toBe(true)
})
