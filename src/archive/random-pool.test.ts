import { expect, test } from 'vitest'
import { pooledRandomBytes } from './random-pool.ts'

test('never gives the same bytes twice', () => {
  const draw = pooledRandomBytes()
  const sizes = Array.from({ length: 600 }, (_, i) => (i % 150 === 0 ? 10_000 : 16))
  const drawn = sizes.map((size) => Buffer.from(draw(size)).toString('hex'))
  expect(drawn.map(({ length }) => length / 2)).toEqual(sizes)
  // Pieces that overlapped by as little as eight bytes would hold some of them twice.
  const eights = drawn.flatMap((hex) => hex.match(/.{16}/g) ?? [])
  expect(new Set(eights).size).toBe(eights.length)
})

test('does not change bytes after returning them', () => {
  const draw = pooledRandomBytes()
  const first = draw(16)
  const before = Buffer.from(first).toString('hex')
  for (let i = 0; i < 1_000; i++) draw(16)
  expect(Buffer.from(first).toString('hex')).toBe(before)
})
