import { expect, test } from 'vitest'
import { ByteSink } from './byte-sink.ts'

const piece = (length: number, from = 0) => Uint8Array.from({ length }, (_, i) => (from + i * 7) % 251)

test.each([
  { sizes: [1, 4_095, 1, 70_000, 3, 9_000], expected: 0 },
  { sizes: Array.from({ length: 900 }, (_, i) => i), expected: 0 },
  { sizes: [100, 100], expected: 200 },
  { sizes: [100, 5_000], expected: 10 },
  { sizes: [10], expected: 5_000 },
  { sizes: [], expected: 0 },
])('collects pieces of $sizes.length sizes, $expected expected', ({ sizes, expected }) => {
  const sink = new ByteSink(1_000_000, expected)
  const pieces = sizes.map((size, i) => piece(size, i))
  for (const [i, bytes] of pieces.entries()) {
    expect(sink.add(bytes)).toBe(true)
    if (i % 100 === 50) expect(Buffer.concat(pieces.slice(0, i + 1)).equals(sink.peek())).toBe(true)
  }
  const taken = sink.take()
  expect(sink.length).toBe(taken.length)
  expect(Buffer.concat(pieces).equals(taken)).toBe(true)
  expect(taken.buffer.byteLength).toBe(taken.length)
  expect(sink.take()).toBe(taken)
})

test('takes no more than its cap, and reports what did not fit', () => {
  const sink = new ByteSink(5_000)
  expect(sink.add(piece(4_999))).toBe(true)
  expect(sink.add(piece(2))).toBe(false)
  expect(sink.add(piece(1))).toBe(false)
  expect(sink.take()).toEqual(Uint8Array.from([...piece(4_999), ...piece(1)]))
  expect(new ByteSink(0).add(piece(1))).toBe(false)
})
