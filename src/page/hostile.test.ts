import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageReading } from '../model/page.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { readPage } from './read-page.ts'

const read = (html: string, limits = {}): PageReading =>
  readPage(
    {
      url: 'https://a.example/',
      body: new TextEncoder().encode(html),
      contentType: 'text/html; charset=utf-8',
    },
    { limits },
  )

/** Every string of a reading, for properties that hold for all of them. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

describe('readPage on hostile pages', () => {
  it('survives 100,000 nested elements, open or closed', () => {
    const open = read(`${'<div>'.repeat(100_000)}deep<a href=/x>link</a>`)
    expect(open).toMatchObject({ truncated: true, text: 'deeplink' })
    expect(open.links).toHaveLength(0)
    const closed = read(`${'<div><b>'.repeat(50_000)}x${'</b></div>'.repeat(50_000)}<p>after</p>`)
    expect(closed.text).toBe('x\nafter')
  })

  it('survives a million attributes on one element', () => {
    const page = read(`<p ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}`).join(' ')}>text</p>`, {
      characters: 10_000_000,
    })
    expect(page).toMatchObject({ text: 'text', truncated: true })
  })

  it('survives 200,000 stray end tags under many open elements', () => {
    const page = read(`${'<i>'.repeat(400)}x${'</div></span></u>'.repeat(60_000)}<p>y</p>`)
    expect(page.text).toBe('x\ny')
  })

  it('treats an unclosed script, comment or title as browsers do', () => {
    expect(read('<p>a</p><script>var x = "<p>b</p>').text).toBe('a')
    expect(read('<p>a</p><!-- <p>b</p>').text).toBe('a')
    expect(read('<title>a<p>b</p>')).toMatchObject({ title: 'a<p>b</p>', text: '' })
  })

  it('drops NUL and control characters', () => {
    expect(read('<p>a\0b\x01c\x85d</p><scr\0ipt>x</script>').text).toBe('ab c d')
  })

  it('replaces lone surrogates', () => {
    const page = read('<p>a&#xD83D;b \u{1F600}</p>')
    expect(page.text).toBe('a\ufffdb 😀')
  })

  it('stops at each limit and reports it', () => {
    expect(read(`<p>${'word '.repeat(100)}`, { text: 50 })).toMatchObject({ truncated: true })
    expect(read(`<p>${'word '.repeat(100)}`, { text: 50 }).text.length).toBeLessThanOrEqual(50)
    expect(read('<a href=1>a</a><a href=2>b</a>', { links: 1 })).toMatchObject({ truncated: true })
    expect(read('<p>abc</p>', { characters: 4 })).toMatchObject({ text: 'a', truncated: true })
    expect(read('<p>abc</p>').truncated).toBe(false)
  })

  it('keeps the divisions of nested links short', () => {
    const page = read('<div><a href=x>word</a> '.repeat(400), { division: 60 })
    expect(page.divisions.length).toBe(400)
    expect(Math.max(...page.divisions.map((text) => text.length))).toBeLessThanOrEqual(60)
  })

  it('is not confused by names of object members', () => {
    const page = read(
      '<constructor __proto__=x constructor=y><meta name=__proto__ content=z><a href=/x rel=constructor class=toString>t</a>',
    )
    expect(page.links[0]).toMatchObject({ anchor: 't', rel: ['constructor'] })
  })

  it('reads any bytes under any header within the limits, and returns only whole characters', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          '<p>',
          '</p>',
          '<div hidden>',
          '<a href="x">',
          '<script type="application/ld+json">{"articleBody":"',
          '</script>',
          '<table><td>',
          '<meta charset=shift_jis>',
          '<meta http-equiv=refresh content="',
          '&#x1F600;',
          '😀',
          '台风',
          'http://a.example/',
        ),
        fc.string({ unit: 'binary', maxLength: 12 }),
      ),
      { maxLength: 40 },
    )
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      pieces.map((list) => new TextEncoder().encode(list.join(''))),
    )
    const header = fc.constantFrom(
      '',
      'text/html',
      'text/html; charset=gbk',
      'text/plain',
      'application/xhtml+xml; charset=utf-16',
    )
    const limits = { ...DEFAULT_LIMITS, text: 40, division: 7, context: 5, phrase: 9, links: 3, depth: 4 }
    fc.assert(
      fc.property(body, header, fc.webUrl(), (bytes, contentType, url) => {
        const page = readPage({ url, body: bytes, contentType }, { limits })
        expect(page.text.length).toBeLessThanOrEqual(limits.text)
        expect(page.links.length).toBeLessThanOrEqual(limits.links)
        for (const link of page.links) {
          expect(link.url).toMatch(/^https?:/)
          expect(page.divisions[link.division]).toBeDefined()
          expect(link.position >= 0 && link.position <= 1).toBe(true)
        }
        for (const text of [
          page.text,
          page.mainText,
          page.title,
          ...stringsOf(page.links),
          ...page.divisions,
        ]) {
          expect(text).not.toMatch(/\p{Surrogate}/u)
        }
      }),
      { numRuns: 120 },
    )
  })
})
