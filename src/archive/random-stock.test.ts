import { expect, test } from 'vitest'
import { randomBytesInStock } from './random-stock.ts'

test('no bytes are given twice, whatever is asked for', () => {
  const draw = randomBytesInStock()
  const sizes = Array.from({ length: 600 }, (_, i) => (i % 150 === 0 ? 10_000 : 16))
  const drawn = sizes.map((size) => Buffer.from(draw(size)).toString('hex'))
  expect(drawn.map(({ length }) => length / 2)).toEqual(sizes)
  // Pieces that overlapped by as little as eight bytes would hold some of them twice.
  const eights = drawn.flatMap((hex) => hex.match(/.{16}/g) ?? [])
  expect(new Set(eights).size).toBe(eights.length)
})

test('what was drawn stays as it is', () => {
  const draw = randomBytesInStock()
  const first = draw(16)
  const before = Buffer.from(first).toString('hex')
  for (let i = 0; i < 1_000; i++) draw(16)
  expect(Buffer.from(first).toString('hex')).toBe(before)
})
