import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withCodeUnits } from './code-units.ts'
import { NameTable } from './name-table.ts'

const at = <T>(table: NameTable<T>, text: string, start: number, end: number) =>
  withCodeUnits(text, (units) => table.at(text, units, start, end))

it('lower-cases every name, whatever was looked up before', () => {
  const table = new NameTable((name) => name)
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'binary' }), fc.string(), (before, name, after) => {
      const end = before.length + name.length
      expect(at(table, before + name + after, before.length, end)).toBe(name.toLowerCase())
    }),
    { numRuns: 2_000 },
  )
})

it('distinguishes names in the same slot', () => {
  const table = new NameTable((name) => name)
  const names = Array.from({ length: 5_000 }, (_, i) => i.toString(36))
  for (const name of [...names, ...names]) expect(at(table, `<${name}>`, 1, 1 + name.length)).toBe(name)
})
