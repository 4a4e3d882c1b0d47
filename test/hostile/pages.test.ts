import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseResponse } from '../../src/archive/http-block.ts'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import { readPage } from '../../src/page/read-page.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { crawlHostile } from '../hostile-web/crawl-hostile.ts'
import { respond } from '../hostile-web/respond.ts'
import { type HostileWeb, startHostileWeb } from '../hostile-web/server.ts'

const EVENT = {
  name: 'x',
  what: [{ term: 'flood', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  languages: [],
  seeds: [],
}
const strategy = createStrategy('event-model', { event: EVENT, random: () => 0.5 })

function read(body: string | Uint8Array, contentType = 'text/html; charset=utf-8') {
  const page = readPage({ url: 'https://a.test/x', body: Buffer.from(body), contentType })
  const { relevance } = strategy.judge(page)
  expect(relevance >= 0 && relevance <= 1).toBe(true)
  return page
}

describe('4.11 malformed HTML', () => {
  /** Each line is malformed in a different way; the expected text is what a browser shows. */
  it.each([
    ['<p>a<p>b</table><p>c', 'a\nb\nc'],
    ['<b><i>a</b>b</i>c', 'abc'],
    ['<a href=1>x<a href=2>y</a></a>z', 'xyz'],
    ['<table><tr><td>a<td>b<table><tr>c', 'a b c'],
    ['<svg><title>x</title><p>a', 'a'],
    ['</p></br></div>a', 'a'],
    ['<p title="a>b">c</p>', 'c'],
    ["<p title='a>b' title=x>c</p>", 'c'],
    ['<p/ a//b/>c', 'c'],
    ['<!DOCTYPE html PUBLIC "x><p>a', 'a'],
    ['<?xml version="1.0"?><p>a', 'a'],
    ['<![CDATA[x]]><p>a', 'a'],
    ['<!--><p>a--><p>b', 'b'],
    ['<!-- a --!><p>b', 'b'],
    ['<textarea><p>a</textarea>b', 'b'],
    ['<plaintext>a</plaintext>b', 'a'],
    ['<p>&#0;&#x110000;&#xd800;&#99999999999;&notit;&amp', '&'],
    ['<p>a\u0000b</p>', 'ab'],
    ['<', '<'],
    ['</', ''],
    ['<a', ''],
    ['<p>a</p', 'a'],
    ['<script>if (a < b) "</scr" + "ipt>"</script><p>c', 'c'],
    ['<style>p{</style ><p>a', 'a'],
    ['<noscript><p>a</noscript><p>b', 'b'],
    ['<template><p>a</template><p>b', 'b'],
    ['<iframe><p>a</iframe><p>b', 'b'],
    ['<body hidden><p>a', ''],
    ['<math><mi>a</mi></math>b', 'b'],
  ])('%s', (html, shown) => {
    const { text } = read(html)
    for (const word of shown.split(/\s+/)) expect(text).toContain(word)
  })

  const big = [
    ['100,000 nested elements', '<div>'.repeat(100_000)],
    ['100,000 nested inline elements', '<b><i>'.repeat(50_000)],
    ['100,000 nested tables', '<table><tr><td>'.repeat(33_000)],
    ['1,000,000 attributes', `<p ${'a=1 '.repeat(1_000_000)}>`],
    ['1,000,000 different attributes', `<p ${Array.from({ length: 400_000 }, (_, i) => `a${i}`).join(' ')}>`],
    ['an unclosed script', `<p>a</p><script>${'x'.repeat(3_000_000)}`],
    ['an unclosed attribute', `<p title="${'<p>'.repeat(1_000_000)}`],
    ['an unclosed comment', `<!--${'-'.repeat(3_000_000)}`],
    ['nothing but zeros', '\u0000'.repeat(4_000_000)],
    ['nothing but tag openers', '<'.repeat(3_000_000)],
    ['nothing but ampersands', '&'.repeat(3_000_000)],
    ['one entity of 3 MB', `&${'a'.repeat(3_000_000)};`],
    ['one word of 3 MB', 'a'.repeat(3_000_000)],
    ['one line of spaces of 3 MB', `${' '.repeat(3_000_000)}x`],
    ['100,000 forms of a link', '<a href="http://a.test/x">x</a>'.repeat(100_000)],
    ['100,000 stray end tags', '</p></b></x>'.repeat(33_000)],
    [
      '50 MB of JSON-LD on one line',
      `<script type="application/ld+json">{"a":"${'x'.repeat(50_000_000)}"}</script>`,
    ],
    [
      'JSON-LD 100,000 levels deep',
      `<script type="application/ld+json">${'{"a":['.repeat(100_000)}</script>`,
    ],
    [
      '100,000 pieces of JSON-LD',
      '<script type="application/ld+json">{"@type":"NewsArticle"}</script>'.repeat(50_000),
    ],
  ] as const

  it.each(big)('reads %s within the limits', (_, html) => {
    const page = read(html)
    expect(page.text.length).toBeLessThanOrEqual(1_000_000)
    expect(page.links.length).toBeLessThanOrEqual(3_000)
  })

  it('reads 50 MB with the memory of its first part', () => {
    const body = Buffer.from(
      `<p>flood</p><script type="application/ld+json">{"a":"${'x'.repeat(50_000_000)}"}</script>`,
    )
    const before = process.memoryUsage().heapUsed
    const page = readPage({ url: 'https://a.test/', body, contentType: 'text/html' })
    expect(page).toMatchObject({ text: 'flood', truncated: true })
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000)
  })
})

describe('4.11 XML', () => {
  const types = [
    'text/xml',
    'application/rss+xml',
    'application/xhtml+xml',
    'application/xml; charset=utf-16',
  ]
  const laughs = Array.from({ length: 30 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  )

  it.each(types)('ignores entity bombs and external entities (%s)', (type) => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${laughs}<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1/"> %p;]>`
    for (const root of [
      '<rss><channel><item><title>&l30;&f;</title><link>http://a.test/1</link></item></channel></rss>',
      '<urlset><url><loc>http://a.test/&l30;&f;</loc></url></urlset>',
      '<html><p>&l30;&f;</p></html>',
    ]) {
      const page = read(`${bomb}${root}`, type)
      expect(page.text.length).toBeLessThan(10_000)
      expect(JSON.stringify(page)).not.toContain('root:')
    }
  })
})

describe('4.11 a page with a wrong charset', () => {
  let web: HostileWeb
  // "flood" and two Han characters in GBK, declared as UTF-8.
  const GBK = Buffer.concat([
    Buffer.from('<meta charset=gbk><p>flood '),
    Buffer.from([0xcc, 0xa8, 0xb7, 0xe7]),
    Buffer.from([0, 0xff]),
  ])

  beforeAll(async () => {
    web = await startHostileWeb({
      only: (socket) => respond(socket, 200, { 'Content-Type': 'text/html' }, GBK),
    })
  })
  afterAll(() => web.close())

  it('is archived byte for byte, with the rule that chose the charset', async () => {
    const ground = await crawlHostile({ seeds: [web.url('/')], egress: { allowPrivate: true } })
    let body: Uint8Array = new Uint8Array()
    let note = ''
    for (const file of await readdir(ground.archiveDir)) {
      if (!file.includes('.warc')) continue
      for await (const event of readWarcFile(join(ground.archiveDir, file))) {
        if (event.kind !== 'record' || event.record.url.includes('robots.txt')) continue
        if (event.record.type === 'response') body = parseResponse(event.record.block)?.body ?? body
        if (event.record.type === 'metadata') note += event.record.block.toString()
      }
    }
    expect(Buffer.from(body)).toEqual(GBK)
    expect(note).toContain('"charset":"gbk","charsetFrom":"meta"')
    await ground.close()
  })
})
