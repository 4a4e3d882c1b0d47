import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzipMember } from './gzip-engines.ts'

const text = (count: number) => Buffer.from('Evidence is kept as it came. '.repeat(count))
// The largest do not fit into one piece of output; the smallest fit many times.
const blocks = [
  text(1),
  randomBytes(700_000),
  text(50_000),
  Buffer.alloc(0),
  randomBytes(30_000),
  text(3_000),
]

test('compresses every member independently of what came before', async () => {
  for (const level of [0, 1, 6, 1, 0]) {
    for (const block of [...blocks, ...blocks]) {
      const member = await gzipMember(block, level)
      expect(gunzipSync(member).equals(block)).toBe(true)
    }
  }
})

test('keeps members apart that are compressed concurrently', async () => {
  const given = Array.from({ length: 60 }, (_, i) => Buffer.concat([text(i * 40), randomBytes(i * 900)]))
  const made = await Promise.all(given.map((block, i) => gzipMember(block, i % 4)))
  expect(made.map((member) => gunzipSync(member).toString('base64'))).toEqual(
    given.map((block) => block.toString('base64')),
  )
})

test('gives the same member for the same bytes, from a new and from a reused engine', async () => {
  const [first, second] = [await gzipMember(text(9_000), 5), await gzipMember(text(9_000), 5)]
  expect(second.equals(first)).toBe(true)
})
