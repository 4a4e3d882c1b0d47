import { describe, expect, it } from 'vitest'
import type { PageReading } from '../model/page.ts'
import { type PageInput, type ReadingTools, readPage } from './read-page.ts'

const URL_OF_PAGE = 'https://news.example/2013/11/08/storm.html?a=1'

function read(html: string, input: Partial<PageInput> = {}, tools?: ReadingTools): PageReading {
  const body = new TextEncoder().encode(html)
  return readPage({ url: URL_OF_PAGE, body, contentType: 'text/html; charset=utf-8', ...input }, tools)
}

const linkTo = (page: PageReading, end: string) => page.links.find((link) => link.url.endsWith(end))

describe('readPage: metadata', () => {
  it('reads title, description, keywords and language', () => {
    const page = read(
      `<html lang="en-GB"><head><title> Storm &amp;
       flood </title><meta name="Description" content="It  rained."><meta name=keywords content="typhoon, rescue">
       </head><body><svg><title>Icon</title></svg><p>Text</p></body></html>`,
    )
    expect(page).toMatchObject({ title: 'Storm & flood', description: 'It rained.', language: 'en' })
    expect(page.groups.head.text).toBe('Storm & flood\ntyphoon, rescue\nIt rained.')
  })

  it('falls back to the social title, then to the first h1', () => {
    expect(read('<meta property="og:title" content="Shared"><h1>Head</h1>').title).toBe('Shared')
    expect(read('<h1>Head <b>line</b></h1>').title).toBe('Head line')
    expect(read('<meta property="og:description" content="D">').description).toBe('D')
  })

  it('resolves base, canonical and refresh', () => {
    const page = read(
      `<base href="/archive/"><link rel="Canonical" href="storm#x">
       <meta http-equiv=Refresh content="5; URL='next.html'"><a href="more">More</a>`,
    )
    expect(page.canonical).toBe('https://news.example/archive/storm')
    expect(page.refresh).toBe('https://news.example/archive/next.html')
    expect(page.links[0]?.url).toBe('https://news.example/archive/more')
    expect(read('<meta http-equiv=refresh content="300">').refresh).toBeNull()
    expect(read('<link rel=canonical href="javascript:x">').canonical).toBeNull()
  })

  it('combines all robots metas', () => {
    const page = read('<meta name=robots content="NOINDEX, follow"><meta name=ROBOTS content="noarchive">')
    expect(page.robots).toMatchObject({ noindex: true, nofollow: false, noarchive: true })
    expect(read('<meta name=robots content=none>').robots).toMatchObject({ noindex: true, nofollow: true })
  })

  it('dates the page and uses the header last', () => {
    const published = '<meta property="article:published_time" content="2013-11-08T10:00:00Z"><p>x</p>'
    const tools = { now: new Date('2014-01-01') }
    expect(read(published, { url: 'https://news.example/storm' }, tools)).toMatchObject({
      published: '2013-11-08',
      publishedFrom: 'meta',
    })
    expect(read('<p>x</p>', { url: 'https://news.example/storm' }, tools)).toMatchObject({
      published: null,
      publishedFrom: 'none',
    })
  })
})

describe('readPage: text', () => {
  it('omits invisible text', () => {
    const page = read(
      `<body style="display:none"><p>Seen</p><script>no1</script><style>no2</style><noscript>no3</noscript>
       <template><p>no4</p></template><div hidden>no5<p>no6</p></div><p style="color:red; DISPLAY : none">no7</p>
       <dialog>no8</dialog><select><option>no9</option></select><textarea>no10</textarea><p>Also<b> s</b>een</p>`,
    )
    expect(page.text).toBe('Seen\nAlso seen')
  })

  it('reads a declarative shadow tree', () => {
    const page = read(
      '<x-card><template shadowrootmode="open"><style>no</style><p>In the shadow, <a href="/a">linked</a></p></template></x-card>',
    )
    expect(page.text).toBe('In the shadow, linked')
    expect(page.links.map((link) => link.url)).toEqual(['https://news.example/a'])
  })

  it('puts blocks and line breaks on lines and joins inline text', () => {
    expect(read('<p>a<b>b</b> c<br>d</p>e<div>f<span> g</span></div>').text).toBe('ab c\nd\ne\nf g')
    expect(read('<p>Ent&shy;wick&shy;lung&nbsp;heute</p>').text).toBe('Entwicklung heute')
  })

  it('sorts text into the tag groups by the innermost element that has one', () => {
    const { groups } = read(
      `<title>T</title><h1>One <em>x</em></h1><h2>Two</h2><h3>Three</h3><h5>Five</h5>
       <div>Div <p>Par <strong>Strong</strong> <a href=x>link</a></p></div><table><tr><td>Cell</table><li>Item`,
    )
    const texts = Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, group.text]))
    expect(texts).toEqual({
      head: 'T\nOne x',
      heading: 'Two\nThree',
      emphasis: 'Five\nStrong',
      body: 'Par\nlink\nCell\nItem',
      other: 'Div',
    })
  })

  it('stems terms in the language of the page', () => {
    const page = read(
      `<html lang=en><h2>Flooded villages</h2><p>${'The storms flooded many villages. '.repeat(5)}`,
    )
    expect(page.groups.heading.terms).toEqual(['flood', 'villag'])
  })

  it('passes title and main text to the geoparser', () => {
    const received: string[] = []
    const geoparser = {
      places: (text: string, language: string) => {
        received.push(`${language}: ${text}`)
        return [{ id: 'gn:1', name: 'Leyte', lat: 11, lon: 125, count: 2 }]
      },
    }
    const page = read('<html lang=en><title>Leyte</title><p>Leyte was hit.</p>', {}, { geoparser })
    expect(received).toEqual(['en: Leyte\nLeyte was hit.'])
    expect(page.places).toHaveLength(1)
    expect(read('<p>Leyte</p>').places).toEqual([])
  })
})

describe('readPage: links', () => {
  it('reads anchor, context, division, rel and position', () => {
    const page = read(
      `<div id=a><p>Before <a href="one" rel="NoFollow  sponsored">the <b>storm</b></a> after.</p><p>Next</p></div>
       <ul><li>Item <a href="/two#part">two</a></li><li>Other</li></ul>`,
    )
    expect(linkTo(page, 'one')).toMatchObject({
      url: 'https://news.example/2013/11/08/one',
      anchor: 'the storm',
      context: 'Before after.',
      rel: ['nofollow', 'sponsored'],
    })
    expect(page.divisions[linkTo(page, 'one')?.division ?? -1]).toBe('Before the storm after. Next')
    expect(page.divisions[linkTo(page, 'two')?.division ?? -1]).toBe('Item two')
    const positions = page.links.map((link) => link.position)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions.every((position) => position > 0 && position < 1)).toBe(true)
  })

  it('gives the smallest div around each division, or the whole page', () => {
    const page = read('<p>One <a href=1>a</a></p><div>Two <ul><li>Three <a href=2>b</a></li></ul></div>')
    const divOf = (name: string) => {
      const [start, end] = page.divSpans?.[linkTo(page, name)?.division ?? -1] ?? [0, 0]
      return page.text.slice(start, end).replaceAll('\n', ' ').trim()
    }
    expect(divOf('2')).toBe('Two Three b')
    expect(divOf('1')).toBe('One a Two Three b')
  })

  it('names image links by alternative text, label or title, in that order', () => {
    const page = read(
      `<a href=1><img alt="Flood"> 2013</a><a href=2 aria-label=Label title=Title><img></a><a href=3 title=Title></a>
       <map><area href=4 alt=Area></map>`,
    )
    expect(page.links.map((link) => link.anchor)).toEqual(['Flood 2013', 'Label', 'Title', 'Area'])
  })

  it('shares divisions and skips panels without text', () => {
    const page = read('<div>Panel <div><a href=1><img></a></div><a href=2>x</a> <a href=3>y</a></div>')
    expect(new Set(page.links.map((link) => link.division)).size).toBe(1)
    expect(page.divisions).toEqual(['Panel x y'])
  })

  it('keeps http and https links only, without fragments of the same page', () => {
    const page = read(
      `<a href="#top">a</a><a href="">b</a><a href="javascript:x()">c</a><a href="mailto:a@b.example">d</a>
       <a href="data:text/html,x">e</a><a href="http://[bad">f</a><a>g</a><a href=" HTTPS://X.example ">h</a>`,
    )
    expect(page.links.map((link) => link.url)).toEqual(['https://x.example/'])
  })

  it('follows paging and frames, but no hidden links', () => {
    const page = read(
      `<head><link rel=next href=p2><link rel=stylesheet href=s.css></head>
       <div style="display:none"><a href=trap>x</a></div><frameset><frame src=f title=Frame></frameset>`,
    )
    expect(page.links.map((link) => link.url.slice(-2))).toEqual(['p2', '/f'])
  })

  it('works without a usable URL of the page', () => {
    const page = read('<a href="/x">x</a><a href="https://a.example/y">y</a>', { url: 'not an address' })
    expect(page.links.map((link) => link.url)).toEqual(['https://a.example/y'])
  })
})

describe('readPage: media types', () => {
  it('reads plain text completely', () => {
    const page = read('Storm report.\n\nSee http://a.example/x.', { contentType: 'text/plain' })
    expect(page.mainText).toBe('Storm report.\n\nSee http://a.example/x.')
    expect(page.groups.body.text).toBe(page.mainText)
    expect(page.links[0]?.url).toBe('http://a.example/x')
  })

  it('reads XHTML', () => {
    const page = read(
      '<?xml version="1.0"?><html><head><title>X</title><script src="a"/></head><body><p>Text</p>',
      {
        contentType: 'application/xhtml+xml',
      },
    )
    expect(page).toMatchObject({ title: 'X', text: 'Text' })
  })

  it('gives an empty reading for anything else', () => {
    const page = read('%PDF', { contentType: 'application/pdf' })
    expect(page).toMatchObject({
      url: URL_OF_PAGE,
      text: '',
      links: [],
      language: 'und',
      publishedFrom: 'none',
    })
  })
})
