import { describe, expect, it } from 'vitest'
import { withCodeUnits } from './code-units.ts'
import { type MarkupListener, parseMarkup } from './markup.ts'

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
const first = (units: Uint16Array, count: number) => [...units.subarray(0, count)]

describe('withCodeUnits', () => {
  it('gives the code units of a document and one `<` behind them', () => {
    for (const document of ['', 'a', 'é😀\0', 'x'.repeat(300_000)]) {
      const found = withCodeUnits(document, (units) => first(units, document.length + 1))
      expect(found).toEqual(unitsOf(`${document}<`))
    }
  })

  it('leaves the code units of a document alone while another is read within', () => {
    withCodeUnits('outer', (outer) => {
      withCodeUnits('inner text', (inner) => {
        expect(first(inner, 5)).toEqual(unitsOf('inner'))
        expect(first(outer, 6)).toEqual(unitsOf('outer<'))
      })
      expect(first(outer, 6)).toEqual(unitsOf('outer<'))
    })
  })

  it('reuses one array for documents that are read one after the other, also after an error', () => {
    const arrays = ['one', 'two'].map((document) => withCodeUnits(document, (units) => units))
    expect(() =>
      withCodeUnits('broken', () => {
        throw new Error('reading failed')
      }),
    ).toThrow('reading failed')
    arrays.push(withCodeUnits('three', (units) => units))
    expect(new Set(arrays).size).toBe(1)
  })
})

describe('parseMarkup', () => {
  const LIMITS = { xml: false, depth: 100, attributes: 10, attribute: 100 }
  const OUTER = '<p title="one">first <b>bold</b> and</p><p title="two">second</p>'
  const INNER = `<div lang="de">${'<i class="x">other</i> words '.repeat(50)}</div>`

  function eventsOf(html: string, onText: () => void): string[] {
    const events: string[] = []
    const listener: MarkupListener = {
      open: (tag, attributes) => void events.push(`<${tag} ${JSON.stringify(attributes)}>`),
      close: (tag) => void events.push(`</${tag}>`),
      text: (data) => {
        events.push(data)
        onText()
      },
    }
    parseMarkup(html, listener, LIMITS)
    return events
  }

  it('reads a document to its end when a listener reads another one meanwhile', () => {
    const alone = eventsOf(OUTER, () => {})
    const inner = eventsOf(INNER, () => {})
    expect(eventsOf(OUTER, () => expect(eventsOf(INNER, () => {})).toEqual(inner))).toEqual(alone)
    expect(alone).toContain('second')
  })
})
