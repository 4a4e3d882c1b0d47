import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { createDateHintCollector } from './date-hints.ts'
import { type DateContext, type PublicationDate, publicationDate } from './publication-date.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

function read(
  html: string,
  url = 'https://news.example/storm',
  context: DateContext = { now: NOW },
): PublicationDate {
  const collector = createDateHintCollector(url)
  const parser = new Parser({
    onopentag: (tag, attributes) => collector.open(tag, attributes),
    ontext: (data) => collector.text(data),
    onclosetag: (tag) => collector.close(tag),
  })
  parser.write(html)
  parser.end()
  return publicationDate(collector.hints(), context)
}

function linked(data: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`
}

describe('linked data', () => {
  it('prefers publication to change, and reports it', () => {
    const found = read(
      linked({ '@type': 'NewsArticle', dateModified: '2019-05-14', datePublished: '2019-05-12' }),
    )
    expect(found).toEqual({
      day: '2019-05-12',
      source: 'structured',
      because: ['json-ld NewsArticle datePublished'],
    })
  })

  it('finds the article in a graph, among breadcrumbs, images and comments', () => {
    const graph = [
      { '@type': 'Organization', foundingDate: '1990-01-01' },
      { '@type': 'ImageObject', uploadDate: '2018-01-01' },
      {
        '@type': ['Article', 'BlogPosting'],
        datePublished: '2019-05-12T08:00:00+02:00',
        comment: [{ '@type': 'Comment', datePublished: '2019-06-01' }],
      },
    ]
    expect(read(linked({ '@context': 'https://schema.org', '@graph': graph })).day).toBe('2019-05-12')
  })

  it('uses the article whose URL is that of the page', () => {
    const item = (path: string, datePublished: string) => ({
      '@type': 'Article',
      url: `https://www.news.example/${path}`,
      datePublished,
    })
    const list = {
      '@type': 'ItemList',
      itemListElement: [item('flood', '2020-01-01'), item('storm/', '2019-05-12')],
    }
    expect(read(linked(list)).day).toBe('2019-05-12')
  })

  it.each([
    ['line breaks in strings', '{"@type":"Article","headline":"a\nb","datePublished":"2019-05-12"}'],
    ['trailing commas', '{"@type":"Article","datePublished":"2019-05-12",}'],
    ['CDATA marks', '//<![CDATA[\n{"@type":"Article","datePublished":"2019-05-12"}\n//]]>'],
    ['a missing end', '{"@type":"Article","datePublished":"2019-05-12","headline":"cut o'],
    ['unescaped quotes', '{"headline":"the "storm"","datePublished":"2019-05-12"}'],
  ])('reads JSON broken by %s', (_how, json) => {
    expect(read(`<script type="application/ld+json">${json}</script>`).day).toBe('2019-05-12')
  })

  it('reads the data of page scripts if there is nothing else', () => {
    const script = '<script>window.page = {"id": 4, "publishedAt":"2019-05-12T10:00:00+02:00"}</script>'
    expect(read(script)).toMatchObject({ day: '2019-05-12', source: 'structured' })
  })

  it('ignores the date of an announced event', () => {
    const data = { '@type': 'Event', startDate: '2019-09-01', endDate: '2019-09-03' }
    expect(read(`${linked(data)}<h1>A fair</h1><p class="date">12 May 2019</p>`).day).toBe('2019-05-12')
  })
})

describe('meta tags and microdata', () => {
  it.each([
    '<meta property="article:published_time" content="2019-05-12T10:00:00+02:00">',
    '<meta name="DC.date.issued" content="2019-05-12">',
    '<meta name="parsely-pub-date" content="2019-05-12T10:00:00Z">',
    '<meta name="citation_publication_date" content="2019/05/12">',
    '<meta name="pubdate" content="20190512">',
    '<meta name="sailthru.date" content="Sun, 12 May 2019 10:00:00 GMT">',
    '<meta name="publish-date" content="1557655200">',
    '<meta name="date" content="12.05.2019">',
    '<meta name="site:datePosted" content="May 12, 2019">',
  ])('%s', (tag) => {
    expect(read(`<head>${tag}</head>`)).toMatchObject({ day: '2019-05-12', source: 'meta' })
  })

  it.each([
    '<meta itemprop="datePublished" content="2019-05-12">',
    '<span itemprop="datePublished">12 May 2019</span>',
    '<time itemprop="datePublished" datetime="2019-05-12T01:00:00+09:00">yesterday</time>',
  ])('%s', (tag) => {
    expect(read(`<article>${tag}</article>`)).toMatchObject({ day: '2019-05-12', source: 'structured' })
  })

  it('recognizes dates of changes and other dates by their names', () => {
    const modified = '<meta property="article:modified_time" content="2020-01-01">'
    expect(read(`${modified}<meta property="article:published_time" content="2019-05-12">`).day).toBe(
      '2019-05-12',
    )
    expect(read(modified)).toMatchObject({
      day: '2020-01-01',
      because: ['meta article:modified_time (change)'],
    })
    expect(read('<meta property="article:expiration_time" content="2020-01-01">').day).toBeNull()
    expect(read('<meta name="event:start_time" content="2020-01-01">').day).toBeNull()
  })
})

describe('visible dates', () => {
  it.each([
    '<h1>Storm</h1><time datetime="2019-05-12">yesterday</time>',
    '<h1>Storm</h1><span class="entry-date">12 May 2019</span>',
    '<h1>Storm</h1><div class="byline">By A. Writer, 12<sup>th</sup> May 2019</div>',
    '<h1>Storm</h1><span id="pubDatum"><b>12</b><b>Mai</b><b>2019</b></span>',
    '<h1>Storm</h1><abbr class="published" title="2019-05-12T10:00:00+02:00">Sunday</abbr>',
  ])('%s', (html) => {
    expect(read(html)).toMatchObject({ day: '2019-05-12', source: 'element' })
  })

  it('joins text around entities and separates text at tags', () => {
    expect(read('<h1>Sturm</h1><p>12. M&auml;rz 2019</p>')).toMatchObject({
      day: '2019-03-12',
      source: 'text',
    })
    expect(read('<h1>Storm</h1><p><b>12</b><i>May</i><u>2019</u></p>').day).toBe('2019-05-12')
  })

  it('uses the words before a date', () => {
    const html = '<h1>Storm</h1><p>Updated 14 May 2019</p><p>Published: 12 May 2019</p>'
    expect(read(html)).toMatchObject({ day: '2019-05-12', because: ['text "Published: 12 May 2019"'] })
    expect(
      read('<html lang="zh"><h1>台风</h1><p>更新时间：2019年5月14日　发布时间：2019年5月12日</p>').day,
    ).toBe('2019-05-12')
  })

  it.each([
    ['a copyright line', '<footer>© 1998-2019 News. Copyright 1 January 2019</footer>'],
    ['a comment', '<div id="comments"><p class="date">14 May 2019</p><p class="date">15 May 2019</p></div>'],
    ['a sidebar', '<div class="sidebar"><span class="date">30 May 2019</span></div>'],
    ['related pages', '<ul class="related-articles"><li>3 May 2019 Another storm</li></ul>'],
    [
      'events in the text',
      '<p>The storm began, as the offices told us later, on 2 May 2019 and went on.</p>',
    ],
    ['the next event', '<p>Next event: 30 September 2019</p>'],
  ])('ignores %s, after the article or before it', (_what, other) => {
    const article = '<article><h1>The storm of the week</h1><p>12 May 2019</p></article>'
    expect(read(article + other).day).toBe('2019-05-12')
    expect(read(`${other}<p>${'News and more news. '.repeat(20)}</p>${article}`).day).toBe('2019-05-12')
  })

  it('does not use a copyright line or a future date alone', () => {
    expect(read('<footer>Copyright 1 January 2019 News</footer>')).toEqual({
      day: null,
      source: 'none',
      because: [],
    })
    expect(read('<h1>Fair</h1><p class="date">12 May 2031</p>').day).toBeNull()
    expect(read('<h1>History</h1><p>12 May 1945</p>').day).toBeNull()
  })
})

describe('the URL', () => {
  it('suffices alone, and agrees or disagrees with the page', () => {
    expect(read('<h1>Storm</h1>', 'https://news.example/2019/05/12/storm')).toEqual({
      day: '2019-05-12',
      source: 'url',
      because: ['address 2019-05-12'],
    })
    const both = '<h1>Storm</h1><p>12 May 2019</p><p>3 April 2018</p>'
    expect(read(both, 'https://news.example/2019/05/storm').day).toBe('2019-05-12')
  })

  it('of an archived copy bounds the date', () => {
    const replay = 'https://archive.example/web/20190601000000/http://news.example/storm'
    expect(read('<p class="date">14 July 2019</p><p class="date">12 May 2019</p>', replay).day).toBe(
      '2019-05-12',
    )
  })
})

describe('time zones', () => {
  it('uses the day in the time zone of the page', () => {
    const at = (time: string) => read(`<meta property="article:published_time" content="${time}">`).day
    expect(at('2019-05-12T23:30:00-08:00')).toBe('2019-05-12')
    expect(at('2019-05-12T00:30:00+09:00')).toBe('2019-05-12')
    expect(at('2019-05-12T23:30:00Z')).toBe('2019-05-12')
  })

  it('uses visible dates to find the day of a UTC time', () => {
    const meta = (time: string) => `<meta property="article:published_time" content="${time}">`
    const text = '<h1>Storm</h1><p>12 May 2019</p>'
    expect(read(meta('2019-05-13T03:30:00Z') + text).day).toBe('2019-05-12')
    expect(read(meta('2019-05-11T22:30:00+0000') + text).day).toBe('2019-05-12')
    expect(read(meta('2019-05-13T15:30:00Z') + text).day).toBe('2019-05-13')
  })
})

describe('day and month in digits', () => {
  const page = (language: string, ...dates: string[]) =>
    `<html lang="${language}"><h1>Storm</h1>${dates.map((date) => `<p class="date">${date}</p>`).join('')}`

  it('follow language and country', () => {
    expect(read(page('en-US', '05/12/2019')).day).toBe('2019-05-12')
    expect(read(page('en-GB', '12/05/2019')).day).toBe('2019-05-12')
    expect(read(page('fr', '12/05/2019')).day).toBe('2019-05-12')
    expect(read(page('en', '12/05/2019'), 'https://news.example.nz/storm').day).toBe('2019-05-12')
  })

  it('follow the other dates of the page', () => {
    expect(read(page('en', '12/05/2019', '23/04/2018')).day).toBe('2019-05-12')
    expect(read(page('fr', '05/12/2019', '04/23/2018')).day).toBe('2019-05-12')
  })

  it('follow unambiguous and possible dates', () => {
    const meta = '<meta name="date" content="2019-05-12">'
    expect(read(meta + page('en-US', '12/05/2019')).because).toContain('element date')
    const now = new Date('2019-06-01T00:00:00Z')
    expect(read(page('en-US', '12/05/2019'), 'https://news.example/storm', { now }).day).toBe('2019-05-12')
  })
})

describe('other sources', () => {
  const empty = { url: 'https://news.example/storm', language: '', hints: [], titleAt: null }

  it('reads plain text when there is no markup', () => {
    const context = {
      now: NOW,
      visibleText: 'Storm\nSunday, May 12, 2019\nIt began on May 3, 2019.',
      language: 'en',
    }
    expect(publicationDate(empty, context)).toMatchObject({ day: '2019-05-12', source: 'text' })
  })

  it('uses Last-Modified last, and only when it is older than the response', () => {
    const lastModified = 'Sun, 12 May 2019 10:00:00 GMT'
    expect(publicationDate(empty, { now: NOW, lastModified })).toEqual({
      day: '2019-05-12',
      source: 'header',
      because: ['Last-Modified header'],
    })
    expect(publicationDate(empty, { now: new Date('2019-05-12T10:00:01Z'), lastModified }).day).toBeNull()
    expect(publicationDate(empty, { lastModified }).day).toBeNull()
    expect(read('<p class="date">3 May 2019</p>', undefined, { now: NOW, lastModified }).day).toBe(
      '2019-05-03',
    )
  })

  it('refuses empty fields and impossible days', () => {
    for (const value of ['1970-01-01', '0001-01-01', '2019-02-30', '2027-01-01', '']) {
      expect(read(`<meta property="article:published_time" content="${value}">`).day).toBeNull()
    }
  })
})

describe('hostile pages', () => {
  it('are read within bounds', () => {
    const attacks = [
      '<div class="date">'.repeat(20_000),
      '</div>'.repeat(20_000),
      '<p>12 May 2019</p>'.repeat(20_000),
      `<p>${'12 '.repeat(200_000)}</p>`,
      `<div class="${'date-'.repeat(50_000)}">12 May 2019</div>`,
      `<script type="application/ld+json">${'['.repeat(200_000)}</script>`,
      `<script type="application/ld+json">${'{"@graph":'.repeat(5_000)}</script>`,
      `<script>${'datePublished '.repeat(100_000)}</script>`,
      `<meta name="date" content="${'9'.repeat(500_000)}">`,
      `<title>${'a '.repeat(100_000)}</title><p>${'a '.repeat(140)}</p>`,
    ]
    for (const html of attacks) {
      const collector = createDateHintCollector('https://news.example/')
      const parser = new Parser({
        onopentag: (tag, attributes) => collector.open(tag, attributes),
        ontext: (data) => collector.text(data),
        onclosetag: (tag) => collector.close(tag),
      })
      parser.write(html)
      parser.end()
      const hints = collector.hints()
      expect(JSON.stringify(hints).length).toBeLessThan(300_000)
      expect(() => publicationDate(hints, { now: NOW })).not.toThrow()
    }
  })

  it('yield a valid day or none', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<time>',
        '</time>',
        '<h1>',
        '<p class="date">',
        '</p>',
        '<script type="application/ld+json">',
        '</script>',
      ),
      fc.constantFrom(
        '{"datePublished":',
        '"2019-05-12"',
        '}',
        '12 May 2019',
        '<meta name=date content=',
        '>',
        '©',
      ),
      fc.string({ maxLength: 20 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(read(pieces.join('')).day ?? '2019-05-12').toMatch(/^\d{4}-\d\d-\d\d$/)
      }),
    )
  })

  it('do not break a misused listener', () => {
    const collector = createDateHintCollector('')
    collector.close('script')
    collector.close('p')
    collector.text('12 May 2019')
    collector.open('title', {})
    collector.open('__proto__', { class: 'constructor', id: 'toString' })
    collector.close('title')
    expect(publicationDate(collector.hints(), {}).day).toBe('2019-05-12')
  })
})
