import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeBits } from './attribute-filter.ts'
import type { ElementNames } from './element-names.ts'
import { VOID } from './elements.ts'
import { type MarkupOptions, parseMarkup } from './markup.ts'

const OPTIONS: MarkupOptions = { xml: false, depth: 50, attributes: 10, attribute: 20 }

/** What a listener hears, as one line. */
function heard(html: string, options: Partial<MarkupOptions> = {}): string {
  const events: string[] = []
  parseMarkup(
    html,
    {
      open: (tag, attributes) => {
        const values = Object.entries(attributes).map(([name, value]) => ` ${name}=${value}`)
        events.push(`<${tag}${values.join('')}>`)
      },
      text: (data) => events.push(data),
      close: (tag) => events.push(`</${tag}>`),
    },
    { ...OPTIONS, ...options },
  )
  return events.join('')
}

describe('parseMarkup', () => {
  it('ends paragraphs, items, cells and rows as HTML does', () => {
    expect(heard('<p>a<p>b<div>c</div>')).toBe('<p>a</p><p>b</p><div>c</div>')
    expect(heard('<p><b>a<ul><li>b<li>c</ul>')).toBe('<p><b>a</b></p><ul><li>b</li><li>c</li></ul>')
    expect(heard('<table><tr><td><p>a<td>b<tr><td>c</table>')).toBe(
      '<table><tr><td><p>a</p></td><td>b</td></tr><tr><td>c</td></tr></table>',
    )
    expect(heard('<dl><dt>a<dd>b<dt>c</dl>')).toBe('<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>')
  })

  it('ends a head that was not closed', () => {
    expect(heard('<head><title>a</title><p>b')).toBe('<head><title>a</title></head><p>b</p>')
    expect(heard('<head><noscript><img></noscript><body>b')).toBe(
      '<head><noscript><img></noscript></head><body>b</body>',
    )
  })

  it('ends a link with the block in which it was wrongly closed', () => {
    expect(heard('<div><a href=x><div>t</a>u</div>v</div>')).toBe('<div><a href=x><div>tu</div></a>v</div>')
  })

  it('does not let stray end tags close what is outside a table cell', () => {
    expect(heard('<div><table><tr><td></div>a</td></tr></table>b</div>')).toBe(
      '<div><table><tr><td>a</td></tr></table>b</div>',
    )
    expect(heard('a</div></span>b')).toBe('ab')
  })

  it('closes everything at the end', () => {
    expect(heard('<div><p><a>x')).toBe('<div><p><a>x</a></p></div>')
    expect(heard('<script>if (a < b) "</div>"')).toBe('<script>if (a < b) "</div>"</script>')
  })

  it('honours self-closing tags in XHTML and svg only', () => {
    expect(heard('<div/>x')).toBe('<div>x</div>')
    expect(heard('<div/>x', { xml: true })).toBe('<div></div>x')
    expect(heard('<script src="a"/><p>x</p>', { xml: true })).toBe('<script src=a></script><p>x</p>')
    expect(heard('<svg><title/><path/></svg><p>x</p>')).toBe(
      '<svg><title></title><path></path></svg><p>x</p>',
    )
    expect(heard('<xhtml:p>x</xhtml:p>', { xml: true })).toBe('<p>x</p>')
    expect(heard('<p><![CDATA[a<b]]></p>', { xml: true })).toBe('<p>a<b</p>')
  })

  it('leaves an unclosed svg when HTML follows', () => {
    expect(heard('<svg><g><p>x</p>')).toBe('<svg><g></g></svg><p>x</p>')
  })

  it('decodes entities and keeps the first of repeated attributes', () => {
    expect(heard('<a title="a&amp;b" TITLE=c __proto__=d>&lt;&#x1F600;&#xD800;')).toBe(
      '<a title=a&b><😀\ufffd</a>',
    )
  })

  it('flattens what is nested too deeply, and reports it', () => {
    const html = `${'<div>'.repeat(9)}x${'</div>'.repeat(9)}<p>y</p>`
    const text: string[] = []
    let deepest = 0
    let depth = 0
    const cut = parseMarkup(
      html,
      {
        open: () => {
          deepest = Math.max(deepest, ++depth)
        },
        text: (data) => text.push(`${data}@${depth}`),
        close: () => depth--,
      },
      { ...OPTIONS, depth: 4 },
    )
    expect({ cut, deepest, text }).toEqual({ cut: true, deepest: 4, text: ['x@4', 'y@1'] })
  })

  it('recognizes scripts beyond the depth limit', () => {
    expect(heard('<div><div><script>x</script></div></div>', { depth: 1 })).toBe(
      '<div><script>x</script></div>',
    )
  })

  it('reports the attributes of an element as bits', () => {
    const received: string[] = []
    const listener = {
      open: (tag: string, _: unknown, _at: number, _kind: unknown, has: number) =>
        void received.push(`${tag} ${has}`),
      text() {},
      close() {},
    }
    const filter = attributeBits([
      [1, 'a'],
      [2, 'b c'],
    ])
    parseMarkup('<p A=1 d=2><i><b c="&amp;"><br b a><s c=1 b=2></br>', listener, { ...OPTIONS, filter })
    expect(received).toEqual(['p 1', 'i 0', 'b 2', 'br 3', 's 2', 'br 0'])
  })

  it('reports id and class as names, each list of a page once', () => {
    const received: ElementNames[] = []
    const listener = {
      open: (
        _tag: string,
        attributes: object,
        _at: number,
        _kind: unknown,
        _has: number,
        names: ElementNames,
      ) => {
        expect(Object.keys(attributes)).toEqual([])
        received.push(names)
      },
      text() {},
      close() {},
    }
    const html =
      '<p class="a b"><p CLASS=c id=i id=j><p class="a&#32;b"><p class="a b" class=d><p id="" class><p class=aB>'
    parseMarkup(html, listener, { ...OPTIONS, filter: attributeBits([[1, 'id class']]) })
    expect(received.map(({ text }) => text)).toEqual(['a b', 'i c', 'a b', 'a b', '', 'aB'])
    expect(received[2]).toBe(received[0])
    expect(received[3]).toBe(received[0])
  })

  it('keeps attributes within their limits', () => {
    expect(heard('<p a=1 b=2 c=3>', { attributes: 2 })).toBe('<p a=1 b=2></p>')
    expect(heard('<p a="123456">', { attribute: 4 })).toBe('<p a=1234></p>')
    expect(heard('<p X=1 A=2 onclick=3 a=4>', { filter: attributeBits([[1, 'a x']]) })).toBe(
      '<p x=1 a=2></p>',
    )
    expect(heard('<p __proto__=1 constructor=2 constructor=3>')).toBe('<p constructor=2></p>')
    expect(
      parseMarkup('<p a b c>', { open() {}, text() {}, close() {} }, { ...OPTIONS, attributes: 2 }),
    ).toBe(true)
  })

  it('always nests what it opens and closes', () => {
    const tags = [
      'div',
      'p',
      'a',
      'b',
      'table',
      'tr',
      'td',
      'li',
      'ul',
      'svg',
      'script',
      'br',
      'h1',
      'select',
    ]
    const piece = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `<${tag}>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constantFrom('x', '<', '<!--', '-->', '&', '<![CDATA[', '<?', '"'),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 8 }),
        (pieces, xml, depth) => {
          const stack: string[] = []
          const listener = {
            open: (tag: string) => {
              if (!VOID.has(tag)) stack.push(tag)
            },
            text: () => {},
            close: (tag: string) => expect(stack.pop()).toBe(tag),
          }
          parseMarkup(pieces.join(''), listener, { ...OPTIONS, xml, depth })
          expect(stack).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })
})
