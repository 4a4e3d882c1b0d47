import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gunzipUpTo } from './gunzip.ts'
import { readPage } from './read-page.ts'

const read = (body: string | Uint8Array, contentType = 'text/xml', limits = {}) =>
  readPage({ url: 'https://a.example/f', body: Buffer.from(body), contentType }, { limits })

describe('hostile feeds and sitemaps', () => {
  it('do not expand entities or fetch anything', () => {
    const nested = Array.from(
      { length: 9 },
      (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i};`.repeat(10)}">`,
    ).join('')
    const page = read(
      `<!DOCTYPE rss [<!ENTITY lol0 "lol"><!-- it's -->${nested}<!ENTITY file SYSTEM "file:///etc/hostname">
       <!ENTITY % out SYSTEM "http://b.example/x.dtd"> %out; <!ENTITY item "<item><link>http://b.example/</link></item>">]>
       <rss><channel><title>&lol9; &file;</title><item><title>&lol9;</title><link>http://a.example/1&#x26;x</link></item>&item;</channel></rss>`,
    )
    expect(page).toMatchObject({ form: 'feed', title: '&lol9; &file;' })
    expect(page.links).toMatchObject([{ url: 'http://a.example/1&x', anchor: '&lol9;' }])
  })

  it('do not exhaust memory by compression: 40 MB of spaces, or nested bombs', () => {
    const bomb = gzipSync(Buffer.alloc(40_000_000, ' '))
    const { bytes, truncated } = gunzipUpTo(bomb, 1_000_000)
    expect(truncated).toBe(true)
    expect(bytes.length).toBeGreaterThan(400_000)
    expect(bytes.length).toBeLessThanOrEqual(1_000_000)
    expect(read(bomb, 'application/gzip')).toMatchObject({ text: '', links: [], truncated: true })
    expect(read(gzipSync(bomb), 'application/gzip')).toMatchObject({ text: '', links: [] })
  })

  it('are truncated when they decompress to more than the limit', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `<url><loc>http://a.example/${i}</loc></url>`)
    const page = read(gzipSync(`<urlset>${lines.join('')}</urlset>`), 'application/gzip', {
      unpacked: 100_000,
    })
    expect(page.truncated).toBe(true)
    expect(page.links.length).toBeGreaterThan(500)
    expect(page.links[499]?.url).toBe('http://a.example/499')
  })

  it.each([
    ['nested elements', `<rss>${'<a>'.repeat(200_000)}`],
    ['nested entries', `<rss>${'<item>'.repeat(100_000)}<link>/x</link>`],
    ['stray end tags', `<rss>${'</item>'.repeat(200_000)}`],
    [
      'namespaces',
      `<rss>${`<a ${Array.from({ length: 90 }, (_, i) => `xmlns:p${i}="x"`).join(' ')}>`.repeat(900)}`,
    ],
    ['bases', `<feed>${'<entry xml:base="b/">'.repeat(20_000)}<link href="x"/>`],
    ['an open document type', `<!DOCTYPE rss [${'["'.repeat(200_000)}`],
    ['comments', '<!-- -->'.repeat(100_000)],
    [
      'names of objects',
      '<rss><item><__proto__>x</__proto__><constructor/><link __proto__="x">/x</link></item></rss>',
    ],
  ])('are read without error: %s', (_, body) => {
    expect(() => read(body)).not.toThrow()
  })

  it('are read after elements that are nested too deeply', () => {
    const deep = `${'<a>'.repeat(600)}${'</a>'.repeat(600)}`
    const page = read(`<rss><channel>${deep}<item><link>/x</link></item></channel></rss>`)
    expect(page).toMatchObject({ truncated: true, links: [{ url: 'https://a.example/x' }] })
  })

  it('may contain any bytes', () => {
    const piece = fc.constantFrom(
      ...[
        '<rss>',
        '<feed>',
        '<urlset>',
        '<item>',
        '<entry>',
        '<url>',
        '<loc>',
        '</loc>',
        '<link>',
        '<link href="x">',
        '</',
      ],
      ...[
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '&#0;',
        '&amp',
        '<title type="html">',
        'http://a.example/',
        '"',
        '\0',
        '\ud800',
      ],
    )
    const types = fc.constantFrom('text/xml', 'application/json', 'application/gzip', 'text/plain', '')
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), types, (pieces, type) => {
        const page = read(pieces.join(''), type)
        for (const { url, division } of page.links) {
          expect(new URL(url).protocol).toMatch(/^https?:$/)
          expect(page.divisions[division]).toBeDefined()
        }
      }),
      { numRuns: 300 },
    )
  })
})
