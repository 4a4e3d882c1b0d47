import { describe, expect, it } from 'vitest'
import { ClientSlots } from './client-slots.ts'

const code = (work: () => unknown) => {
  try {
    work()
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('ClientSlots', () => {
  it('limits each client, so that one cannot take all', () => {
    const slots = new ClientSlots('exports', { perClient: 2, total: 10 })
    slots.take('a')
    slots.take('a')
    expect(code(() => slots.take('a'))).toBe('too-many')
    expect(code(() => slots.take('b'))).toBe('taken')
  })

  it('limits all clients together', () => {
    const slots = new ClientSlots('exports', { perClient: 2, total: 3 })
    for (const client of ['a', 'b', 'c']) slots.take(client)
    expect(code(() => slots.take('d'))).toBe('busy')
  })

  it('counts a slot as returned once, however often it is returned', () => {
    const slots = new ClientSlots('exports', { perClient: 1, total: 2 })
    const release = slots.take('a')
    slots.take('b')
    release()
    release()
    expect(slots.inUse).toBe(1)
    slots.take('a')
    expect(code(() => slots.take('c'))).toBe('busy')
  })

  it('lets an amount above the limit through alone, and nothing with it', () => {
    const slots = new ClientSlots('bytes', { perClient: 10, total: 100 })
    slots.take('a', 50)
    expect(code(() => slots.take('a', 1))).toBe('too-many')
  })
})
