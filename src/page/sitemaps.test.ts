import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PageReading } from '../model/page.ts'
import { isReadable } from './media-type.ts'
import { readPage } from './read-page.ts'

const read = (body: string | Uint8Array, contentType = 'application/xml', more = {}): PageReading =>
  readPage({ url: 'https://news.example/sitemap.xml', body: Buffer.from(body), contentType }, more)
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlset = (lines: string, more = '') =>
  `<?xml version="1.0"?><urlset ${NAMESPACE} ${more}>${lines}</urlset>`
const line = (path: string, day?: string) =>
  `<url><loc>https://news.example/${path}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`
const paths = (page: PageReading) => page.links.map(({ url }) => new URL(url).pathname.slice(1))

const MAP = urlset(line('a?b=1&amp;c=2', '2024-11-08T23:00:00-05:00') + line('b'))

describe('sitemaps', () => {
  it('contain URLs with their stated day', () => {
    const page = read(MAP)
    expect(page).toMatchObject({ form: 'sitemap', text: '', published: null, truncated: false })
    expect(page.links).toMatchObject([
      { url: 'https://news.example/a?b=1&c=2', anchor: '', published: '2024-11-08' },
      { url: 'https://news.example/b' },
    ])
    expect(page.links[1]).not.toHaveProperty('published')
  })

  it('of news contain the titles of pages', () => {
    const page = read(
      urlset(
        `<url><loc>/x</loc><lastmod>2024-12-01</lastmod><image:image><image:loc>/i.png</image:loc></image:image>
         <n:news><n:publication><n:language>zh</n:language></n:publication><n:publication_date>2024-11-08</n:publication_date>
         <n:title>台风登陆</n:title></n:news></url>`,
        'xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"',
      ),
    )
    expect(page).toMatchObject({ language: 'zh', text: '台风登陆' })
    expect(page.links).toMatchObject([
      { url: 'https://news.example/x', anchor: '台风登陆', published: '2024-11-08' },
    ])
  })

  it('of sitemaps link to those sitemaps', () => {
    const page = read(
      `<sitemapindex ${NAMESPACE}><sitemap><loc>https://news.example/1.xml.gz</loc><lastmod>2024-11-08</lastmod></sitemap>
       <sitemap> https://news.example/2.xml </sitemap></sitemapindex>`,
      'text/html',
    )
    expect(page.form).toBe('sitemap')
    expect(paths(page)).toEqual(['1.xml.gz', '2.xml'])
  })

  it('are read from plain text with nothing but URLs', () => {
    expect(read('https://news.example/a\r\n\r\nhttps://news.example/b\n', 'text/plain')).toMatchObject({
      form: 'sitemap',
      links: { length: 2 },
    })
    expect(read('See:\nhttps://news.example/a\nhttps://news.example/b', 'text/plain').form).toBe('page')
    expect(read('https://news.example/a', 'text/plain').form).toBe('page')
  })

  it('are decompressed, whatever the content type', () => {
    for (const type of ['application/gzip', 'application/x-gzip', 'application/octet-stream', 'text/xml', ''])
      expect(read(gzipSync(MAP), type)).toMatchObject({ form: 'sitemap', links: { length: 2 } })
    expect(read(gzipSync(Buffer.from([0, 1, 2])), 'application/gzip')).toMatchObject({
      form: 'page',
      text: '',
    })
  })

  it('are read partially when the compressed file is truncated', () => {
    const packed = gzipSync(urlset(Array.from({ length: 500 }, (_, i) => line(`${i}/${i * 7919}`)).join('')))
    const page = read(packed.subarray(0, packed.length / 2), 'application/gzip')
    expect(page.links.length).toBeGreaterThan(100)
    expect(paths(page)).toEqual(page.links.map((_, i) => `${i}/${i * 7919}`))
  })

  describe('longer than the limit', () => {
    const days = ['2024-11-01', '2024-11-30', '2024-11-07', '2024-11-09', '', '2024-11-10']
    const long = urlset(days.map((day, i) => line(String(i), day)).join(''))
    const kept = (links: number, near?: { from: string; to: string }) =>
      paths(read(long, 'text/xml', { limits: { links }, near }))

    it('keep the newest', () => {
      expect(kept(2)).toEqual(['1', '5'])
      expect(kept(5)).toEqual(['0', '1', '2', '3', '5'])
      expect(read(long, 'text/xml', { limits: { links: 5 } }).truncated).toBe(true)
    })

    it('keep entries nearest after the requested days, undated ones before older ones', () => {
      const near = { from: '2024-11-08', to: '2024-11-09' }
      expect(kept(2, near)).toEqual(['2', '3'])
      expect(kept(4, near)).toEqual(['1', '2', '3', '5'])
      expect(kept(5, near)).toEqual(['1', '2', '3', '4', '5'])
    })
  })
})

describe('isReadable', () => {
  it.each([
    ['text/html', '', true],
    ['text/plain', 'x', true],
    ['application/pdf', '%PDF', false],
    ['application/json', '{"a":1}', false],
    ['application/json', '{"version":"https:\\/\\/jsonfeed.org\\/version\\/1"}', true],
    ['application/xml', '<?xml version="1.0"?><!-- c --><!DOCTYPE rss [<!ENTITY a ">">]><rss/>', true],
    ['application/atom+xml', '<feed/>', true],
    ['text/xml', '<a:urlset/>', true],
    ['text/xml', '<html/>', true],
    ['text/xml', '<soap:envelope/>', false],
    ['image/svg+xml', '<svg/>', false],
    ['application/octet-stream', 'MZ', false],
  ])('%s with %s: %s', (contentType, body, expected) => {
    expect(isReadable(contentType, Buffer.from(body))).toBe(expected)
  })

  it('recognizes compressed files and UTF-16 by their bytes', () => {
    expect(isReadable('application/octet-stream', gzipSync('x'))).toBe(true)
    expect(isReadable('text/xml', Buffer.from('\ufeff<rss/>', 'utf16le'))).toBe(true)
  })
})
