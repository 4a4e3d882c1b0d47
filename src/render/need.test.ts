import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPage } from '../page/read-page.ts'
import { isPoorer, needsBrowser } from './need.ts'

function needs(html: string): boolean {
  const body = Buffer.from(html)
  return needsBrowser(readPage({ url: 'http://a.example/', contentType: 'text/html', body }), body)
}

const ARTICLE = `<article>${'<p>The river rose by two metres in the night and the lower town was flooded.</p>'.repeat(8)}</article>`
const BUNDLE = '<script src="/static/main.3f2a.js"></script>'

describe('pages that need a browser', () => {
  it.each([
    ['an empty root and a bundle', `<title>Town News</title><div id="root"></div>${BUNDLE}`],
    ['a root with a spinner image only', `<div id="app"> </div><script type="module" src="/m.js"></script>`],
    ['an empty element of its own kind', `<app-root></app-root>${BUNDLE}`],
    [
      'a note to readers without scripts',
      `<noscript>You need to enable JavaScript to run this app.</noscript><p>Loading</p>${BUNDLE}`,
    ],
    [
      'such a note in another language',
      `<noscript>Bitte JavaScript einschalten.</noscript><b>Bitte warten</b>${BUNDLE}`,
    ],
    ['a program with a heading', `<h1>Latest reports</h1><script>${'draw(x);'.repeat(2000)}</script>`],
    ['nothing at all but a script', `<script src="x.js"></script>`],
    [
      'a menu around an empty root',
      `<nav>${'<a href="/a">Section</a> '.repeat(20)}</nav><div id=__next></div>${BUNDLE}`,
    ],
  ])('%s', (_, html) => {
    expect(needs(html)).toBe(true)
  })

  it.each([
    ['an article with scripts', `${ARTICLE}<div id="root"></div>${BUNDLE}`],
    [
      'an article that also says a word to readers without scripts',
      `<noscript>JavaScript is off</noscript>${ARTICLE}${BUNDLE}`,
    ],
    ['a short page without scripts', '<h1>Gone</h1><p>This page has moved.</p>'],
    [
      'a short page with a counter',
      `<h1>Thank you</h1><p>Your message has been sent to the editors of this site.</p>${BUNDLE}`,
    ],
    [
      'a page of links',
      `<ul>${'<li><a href="/x">A headline about the flood in town</a></li>'.repeat(60)}</ul>${BUNDLE}`,
    ],
    ['data that runs nothing', '<div id="root"></div><script type="application/json">{"a":1}</script>'],
    [
      'an article in its linked data',
      `<title>The river rose in the night</title><div id="root"></div>${BUNDLE}<script type="application/ld+json">${JSON.stringify(
        {
          '@type': 'NewsArticle',
          headline: 'Flood',
          articleBody: 'The river rose by two metres in the night and the lower town was flooded. '.repeat(
            10,
          ),
        },
      )}</script>`,
    ],
    [
      'a Chinese article',
      `<p>${'昨晚河水上涨了两米，下城区被淹没。'.repeat(12)}</p>${BUNDLE}<div id=app></div>`,
    ],
  ])('excludes %s', (_, html) => {
    expect(needs(html)).toBe(false)
  })

  it('excludes feeds and sitemaps', () => {
    const body = Buffer.from('<rss><channel><item><link>http://a.example/1</link></item></channel></rss>')
    const reading = readPage({ url: 'http://a.example/feed', contentType: 'application/rss+xml', body })
    expect(reading.form).toBe('feed')
    expect(needsBrowser(reading, body)).toBe(false)
  })

  it('decides about any bytes, deterministically', () => {
    const markup = fc.constantFrom(
      '<div id=root>',
      '</div>',
      '<script>',
      '</script>',
      '<x-y>',
      'text ',
      '<noscript>',
      '<!--',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(markup, fc.string()), { maxLength: 40 }), (pieces) => {
        const html = pieces.join('')
        expect(needs(html)).toBe(needs(html))
      }),
      { numRuns: 200 },
    )
  })
})

describe('a rendered page', () => {
  const reading = (html: string) =>
    readPage({ url: 'http://a.example/', contentType: 'text/html', body: Buffer.from(html) })

  it('is poorer when most of the text is missing', () => {
    expect(isPoorer(reading('<p>Something went wrong.</p>'), reading(ARTICLE))).toBe(true)
    expect(isPoorer(reading(ARTICLE), reading('<p>Loading</p>'))).toBe(false)
    expect(isPoorer(reading(ARTICLE), reading(ARTICLE))).toBe(false)
  })
})
