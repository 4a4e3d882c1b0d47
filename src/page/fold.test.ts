import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from './fold.ts'

const blank = fc.constantFrom(
  ...' \t\n\r\v\f\0\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff\u009f',
)
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: blank }, fc.constantFrom('a', '\u00ad', '\u200b', 'é', '𝒳')))
  .map((pieces) => pieces.join(''))

it('folds every run of white space and control characters', () => {
  fc.assert(
    fc.property(text, (written) => {
      const folded = written.replace(/[\s\p{Cc}]+/gu, ' ').replaceAll('\u00ad', '')
      expect(fold(written)).toBe(folded)
    }),
    { numRuns: 2_000 },
  )
  const all = String.fromCharCode(...Array.from({ length: 0x3100 }, (_, i) => i), 0xfeff)
  expect(fold(all)).toBe(all.replace(/[\s\p{Cc}]+/gu, ' ').replaceAll('\u00ad', ''))
})
