import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepPlaces, keepSlots } from './keep-places.ts'

const same = (row: string) => row

describe('keepPlaces', () => {
  it('leaves rows where they were, puts new ones behind, drops those that are gone', () => {
    expect(keepPlaces(['a', 'b', 'c'], ['d', 'c', 'a'], same)).toEqual(['a', 'c', 'd'])
  })

  it('shows every row once, whatever was there before', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'))
    fc.assert(
      fc.property(keys, keys, (before, now) => {
        const shown = keepPlaces(before, now, same)
        expect([...shown].sort()).toEqual([...new Set(now)].sort())
      }),
    )
  })
})

describe('keepSlots', () => {
  it('keeps what goes on in its slot and gives the free one to what is new', () => {
    expect(keepSlots(['a', 'b', 'c'], ['c', 'd', 'a'], same)).toEqual(['a', 'd', 'c'])
    expect(keepSlots(['a', 'b', 'c'], ['c'], same)).toEqual([null, null, 'c'])
  })

  it('lets empty slots at the end fall away', () => {
    expect(keepSlots(['a', 'b', 'c'], ['a'], same)).toEqual(['a'])
    expect(keepSlots(['a'], [], same)).toEqual([])
  })
})
