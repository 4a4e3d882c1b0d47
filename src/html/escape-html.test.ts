import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { escapeHtml } from './escape-html.ts'

const text = fc.string({
  unit: fc.constantFrom('&', '<', '>', '"', "'", '/', '=', ' ', 'a', '#39;', 'amp;', 'é'),
})

describe('escapeHtml', () => {
  it('gives text that a parser reads back unchanged, in an element and in either kind of quotes', () => {
    fc.assert(
      fc.property(text, (original) => {
        const escaped = escapeHtml(original)
        const read = { text: '', double: '', single: '' }
        const parser = new Parser({
          onopentag: (_, { double = '', single = '' }) => Object.assign(read, { double, single }),
          ontext: (data) => {
            read.text += data
          },
        })
        parser.end(`<p double="${escaped}" single='${escaped}'>${escaped}</p>`)
        expect(read).toEqual({ text: original, double: original, single: original })
      }),
    )
  })
})
