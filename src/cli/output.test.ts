import { expect, it } from 'vitest'
import { printable, table } from './output.ts'

it('removes control characters', () => {
  const hostile = 'a\u001b[2Jb\u0007c\r\nd\u202ee'
  expect(printable(hostile)).toBe('a [2Jb c  d e')
})

it('lines up columns, wide characters included, numbers to the right', () => {
  expect(
    table([
      ['词', 1],
      ['word', 100],
    ]),
  ).toBe('词      1\nword  100')
})
