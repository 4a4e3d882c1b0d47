import { describe, expect, it } from 'vitest'
import type { PageReading } from '../model/page.ts'
import { readPage } from './read-page.ts'

const read = (body: string, contentType = 'text/xml', more = {}): PageReading =>
  readPage({ url: 'https://news.example/feeds/all', body: Buffer.from(body), contentType }, more)
const firstOf = (page: PageReading) => page.links[0]
const rss = (items: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour News</title>${channel}${items}</channel></rss>`

const RSS = rss(
  `<item><title>Flood &amp;amp; storm reach the harbour</title><link>/2024/storm</link>
   <description>&lt;p&gt;Boats were &lt;b&gt;torn&lt;/b&gt; loose.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;</description>
   <pubDate>Fri, 08 Nov 2024 23:30:00 -0500</pubDate></item>
   <item><title><![CDATA[Ferries <i>stay</i> in port]]></title><guid>https://news.example/ferries</guid></item>`,
  '<description>All the news of the harbour town</description><language>en-gb</language><image><title>Logo</title></image>',
)

describe('RSS', () => {
  it('returns its entries as links with title, summary and day, in order', () => {
    const page = read(RSS)
    expect(page).toMatchObject({ form: 'feed', title: 'Harbour News', language: 'en', published: null })
    expect(page.links).toMatchObject([
      {
        url: 'https://news.example/2024/storm',
        anchor: 'Flood & storm reach the harbour',
        context: 'Boats were torn loose.',
        published: '2024-11-08',
        rel: [],
      },
      { url: 'https://news.example/ferries', anchor: 'Ferries stay in port', context: '' },
    ])
    expect(page.links[1]).not.toHaveProperty('published')
    expect(page.divisions[0]).toBe('Flood & storm reach the harbour Boats were torn loose.')
    expect(page.text.split('\n')).toEqual([
      'Harbour News',
      'All the news of the harbour town',
      'Flood & storm reach the harbour',
      'Boats were torn loose.',
      'Ferries stay in port',
    ])
    expect(page.groups.heading.terms).toContain('storm')
    expect(page.groups.head.text).toContain('Harbour News')
  })

  it.each([
    ['application/rss+xml; charset=utf-8'],
    ['application/xml'],
    ['text/html'],
    ['text/plain'],
    ['application/octet-stream+xml'],
    [''],
  ])('is recognized by its content when served as %s', (contentType) => {
    expect(read(RSS, contentType)).toMatchObject({ form: 'feed', links: { length: 2 } })
  })

  it('reads RSS 1.0, where entries are beside the channel', () => {
    const page =
      read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:d="http://purl.org/dc/elements/1.1/"><channel><title>Wire</title></channel>
      <item rdf:about="http://a.example/1"><title>One</title><d:date>2024-11-09T01:00:00Z</d:date></item></rdf:RDF>`)
    expect(page).toMatchObject({ form: 'feed', title: 'Wire' })
    expect(firstOf(page)).toMatchObject({
      url: 'http://a.example/1',
      anchor: 'One',
      published: '2024-11-09',
    })
  })

  it('prefers the original of a tracked link, and does not take an identifier for a URL', () => {
    const page = read(
      rss(`<item><link>http://count.example/x</link><fb:origLink xmlns:fb="http://rssnamespace.org/feedburner/ext/1.0">http://a.example/x</fb:origLink></item>
           <item><guid isPermaLink="false">http://a.example/id</guid></item><item><guid>tag-17</guid></item>`),
    )
    expect(page.links.map(({ url }) => url)).toEqual(['http://a.example/x'])
  })

  it('prefers the publication date to dates of changes, and ignores future dates', () => {
    const dates = (fields: string, now?: Date) =>
      firstOf(
        read(
          rss(`<item><link>/a</link>${fields}</item>`, '').replace(
            '<rss',
            '<rss xmlns:dc="http://purl.org/dc/elements/1.1/"',
          ),
          'text/xml',
          { now },
        ),
      )?.published
    expect(dates('<dc:date>2024-11-10</dc:date><pubDate>9 Nov 24 10:00 GMT</pubDate>')).toBe('2024-11-09')
    expect(dates('<dc:date>2024-11-10T10:00:00+09:00</dc:date>')).toBe('2024-11-10')
    expect(dates('<pubDate>some day</pubDate>')).toBeUndefined()
    expect(dates('<pubDate>2024-11-12</pubDate>', new Date('2024-11-10T00:00:00Z'))).toBeUndefined()
    expect(dates('<pubDate>2024-11-11</pubDate>', new Date('2024-11-10T00:00:00Z'))).toBe('2024-11-11')
  })

  it('reads a broken feed with unclosed elements, bare ampersands and a missing end', () => {
    const page = read(
      '<rss><channel><title>A & B<item><title>One</title><link>http://a.example/?a=1&b=2</link><item><title>Two</title><link>http://a.example/2</link><item><title>Three</title><link>http://a.exam',
    )
    expect(page.links).toMatchObject([
      { url: 'http://a.example/?a=1&b=2', anchor: 'One' },
      { url: 'http://a.example/2', anchor: 'Two' },
    ])
  })
})

describe('Atom', () => {
  const atom = (entries: string, attributes = '') =>
    `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:lang="fr" ${attributes}><a:title type="text">Le &lt;Port&gt;</a:title>
     <a:link rel="self" href="/self"/><a:link rel="next" href="?page=2"/>${entries}</a:feed>`

  it('takes the link to the page, relative to xml:base', () => {
    const page = read(
      atom(
        `<a:entry xml:base="2024/"><a:title type="html">La &amp;lt;b&amp;gt; &lt;i>tempête&lt;/i></a:title><a:link rel="enclosure" href="x.mp3"/>
        <a:link rel="alternate" type="application/json" href="x.json"/><a:link type="text/html" href="x"/><a:updated>2024-11-10T00:00:00Z</a:updated>
        <a:published>2024-11-08T22:00:00+01:00</a:published><a:source><a:title>Elsewhere</a:title></a:source>
        <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Une</p><script>x()</script><p>digue</p></div></a:content></a:entry>`,
        'xml:base="https://a.example/blog/"',
      ),
    )
    expect(page).toMatchObject({ title: 'Le <Port>', language: 'fr' })
    expect(firstOf(page)).toMatchObject({
      url: 'https://a.example/blog/2024/x',
      anchor: 'La <b> tempête',
      context: 'Une digue',
      published: '2024-11-08',
    })
  })

  it('follows a feed to its next page', () => {
    const page = read(atom('<a:entry><a:id>https://news.example/1</a:id></a:entry>'))
    expect(page.links).toMatchObject([
      { url: 'https://news.example/1', rel: [] },
      { url: 'https://news.example/feeds/all?page=2', rel: ['next'], anchor: '' },
    ])
    expect(page.links.every(({ division }) => page.divisions[division] !== undefined)).toBe(true)
  })
})

describe('JSON Feed', () => {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Harbour log',
    language: 'en',
    next_url: '/feeds/2',
    items: [
      {
        id: '1',
        url: 'one',
        title: 'One',
        content_html: '<p>A <b>storm</b></p>',
        date_published: '2024-11-08T10:00:00-05:00',
      },
      { id: 'https://news.example/two', content_text: 'Two & more', date_modified: '2024-11-09' },
      'three',
      { id: 4, url: 5 },
    ],
  }

  it('is read like any other feed', () => {
    for (const type of ['application/feed+json', 'application/json', 'text/plain']) {
      const page = read(JSON.stringify(feed).replaceAll('/', '\\/'), type)
      expect(page).toMatchObject({ form: 'feed', title: 'Harbour log' })
      expect(page.links).toMatchObject([
        {
          url: 'https://news.example/feeds/one',
          anchor: 'One',
          context: 'A storm',
          published: '2024-11-08',
        },
        { url: 'https://news.example/two', context: 'Two & more', published: '2024-11-09' },
        { url: 'https://news.example/feeds/2', rel: ['next'] },
      ])
    }
  })

  it('is distinguished from other JSON', () => {
    expect(read('{"items":[{"url":"/a"}]}', 'application/json')).toMatchObject({ form: 'page', links: [] })
    expect(read('{"about":"jsonfeed.org', 'application/json').links).toEqual([])
  })
})

describe('links to feeds', () => {
  it('are links of the page', () => {
    const page = read(
      `<html><head><link rel="alternate" type="application/rss+xml" title="All the news" href="/rss">
       <link rel="alternate" type="application/feed+json" href="/feed.json"><link rel="alternate" hreflang="fr" href="/fr">
       <link rel="alternate" type="application/json" href="/wp-json/1"><link rel="stylesheet" type="text/css" href="/s.css"></head><p>Text</p>`,
      'text/html',
    )
    expect(page.form).toBe('page')
    expect(page.links.map(({ url, anchor, rel }) => ({ url, anchor, rel }))).toEqual([
      { url: 'https://news.example/rss', anchor: 'All the news', rel: ['alternate'] },
      { url: 'https://news.example/feed.json', anchor: '', rel: ['alternate'] },
    ])
  })
})
