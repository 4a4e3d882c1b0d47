import { expect, it } from 'vitest'
import { Slots } from './slots.ts'

const never = new AbortController().signal

it('assigns slots in order, up to their number', async () => {
  const slots = new Slots(1)
  expect(await slots.acquire(0, never)).toBe(true)
  expect(await slots.acquire(1, never)).toBe(false)
  const order: number[] = []
  const second = slots.acquire(60_000, never).then(() => order.push(2))
  const third = slots.acquire(60_000, never).then(() => order.push(3))
  slots.release()
  await second
  slots.release()
  await third
  expect(order).toEqual([2, 3])
  slots.release()
  expect(await slots.acquire(0, never)).toBe(true)
})

it('assigns no slot to a caller that gave up', async () => {
  const slots = new Slots(1)
  await slots.acquire(0, never)
  const caller = new AbortController()
  const waiting = slots.acquire(60_000, caller.signal)
  caller.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  slots.release()
  expect(await slots.acquire(0, never)).toBe(true)
})
