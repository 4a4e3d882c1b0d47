import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepOrder, keepSlots } from './keep-order.ts'

const same = (row: string) => row

describe('keepOrder', () => {
  it('keeps the order of known rows, appends new ones and drops those that are gone', () => {
    expect(keepOrder(['a', 'b', 'c'], ['d', 'c', 'a'], same)).toEqual(['a', 'c', 'd'])
  })

  it('shows every row exactly once, whatever was there before', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'))
    fc.assert(
      fc.property(keys, keys, (before, now) => {
        const shown = keepOrder(before, now, same)
        expect([...shown].sort()).toEqual([...new Set(now)].sort())
      }),
    )
  })
})

describe('keepSlots', () => {
  it('keeps known rows in their slots and gives free slots to new rows', () => {
    expect(keepSlots(['a', 'b', 'c'], ['c', 'd', 'a'], same)).toEqual(['a', 'd', 'c'])
    expect(keepSlots(['a', 'b', 'c'], ['c'], same)).toEqual([null, null, 'c'])
  })

  it('drops empty slots at the end', () => {
    expect(keepSlots(['a', 'b', 'c'], ['a'], same)).toEqual(['a'])
    expect(keepSlots(['a'], [], same)).toEqual([])
  })
})
