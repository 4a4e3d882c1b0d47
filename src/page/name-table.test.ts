import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NameTable } from './name-table.ts'

it('gives every name in small letters, however it is written and whatever was asked before', () => {
  const table = new NameTable((name) => name)
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'binary' }), fc.string(), (before, name, after) => {
      const end = before.length + name.length
      expect(table.at(before + name + after, before.length, end)).toBe(name.toLowerCase())
    }),
    { numRuns: 2_000 },
  )
})

it('tells apart names that fall on one place', () => {
  const table = new NameTable((name) => name)
  const names = Array.from({ length: 5_000 }, (_, i) => i.toString(36))
  for (const name of [...names, ...names]) expect(table.at(`<${name}>`, 1, 1 + name.length)).toBe(name)
})
