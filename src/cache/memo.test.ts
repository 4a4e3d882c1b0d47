import { expect, it } from 'vitest'
import { memoize } from './memo.ts'

function counted(size: number) {
  const computed: string[] = []
  const read = memoize(size, (word) => {
    computed.push(word)
    return word.length
  })
  return { computed, read }
}

it('computes the result of a key in use once, however many others there are', () => {
  const { computed, read } = counted(10)
  for (let i = 0; i < 1000; i++) {
    read('storm')
    read(`word${i}`)
  }
  expect(computed.filter((word) => word === 'storm')).toHaveLength(1)
})

it('evicts keys that are no longer used', () => {
  const { computed, read } = counted(10)
  read('storm')
  for (let i = 0; i < 30; i++) read(`word${i}`)
  expect(read('storm')).toBe(5)
  expect(computed.filter((word) => word === 'storm')).toHaveLength(2)
})

it('distinguishes long keys', () => {
  const { read } = counted(10)
  const page = `${'a'.repeat(40)} ${'b'.repeat(41)}`
  expect(read(page.slice(0, 40))).toBe(40)
  expect(read(page.slice(41))).toBe(41)
  expect(read(page.slice(0, 40))).toBe(40)
})
