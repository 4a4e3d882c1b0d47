import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Visit } from '../../model/crawl.ts'
import { sketchOf } from '../../page/fingerprint.ts'
import { TRAP_CODES, type TrapOptions, Traps } from './traps.ts'
import { isSameListing, urlPattern } from './url-pattern.ts'
import { spanOf, urlSpan } from './url-span.ts'

let seen = 0
function visit(canonicalUrl: string, changes: Partial<Visit> & { text?: string } = {}): Visit {
  const {
    text = `Page ${canonicalUrl} and what it alone says about ${canonicalUrl.split('/').join(' of ')}`,
    ...rest
  } = changes
  const { host, hostname } = new URL(canonicalUrl)
  return {
    order: ++seen,
    id: seen,
    canonicalUrl,
    host,
    source: hostname.split('.').slice(-2).join('.'),
    bestParent: null,
    relevant: false,
    duplicateOf: null,
    sketch: sketchOf({ title: '', mainText: text, text }),
    notFound: false,
    fresh: 0,
    ...rest,
  }
}
const item = (canonicalUrl: string, depth = 2) => ({ ...visit(canonicalUrl), depth })
const SAME = 'Nothing is planned for this month, come back later or look at the calendar of another year.'
const day = (n: number) => new Date(Date.UTC(2031, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)
const calendar = (n: number) => `https://a.example/cal/${day(n).replaceAll('-', '/')}`

/** Traps after `n` pages made by `make`. */
function trapsAfter(n: number, make: (i: number) => Visit, options: TrapOptions = {}): Traps {
  const traps = new Traps(options)
  for (let i = 0; i < n; i++) traps.count(make(i))
  return traps
}

describe('urlPattern', () => {
  it.each([
    ['https://a.example/cal/2031/05/', 'a.example/cal/#/#/', true],
    ['https://a.example/cal/2031-05-07', 'a.example/cal/#', true],
    ['https://a.example/2031/may/7', 'a.example/#/#/#', true],
    ['https://a.example/news/storm-hits-the-coast.html', 'a.example/news/*', false],
    ['https://a.example/news/x8f3k2', 'a.example/news/*', false],
    ['https://a.example/news/sport', 'a.example/news/sport', false],
    ['https://a.example/story?id=7', 'a.example/story?id', false],
    ['https://a.example/list?page=7', 'a.example/list?page', true],
    ['https://a.example/shop?colour=red&size=9', 'a.example/shop?*', true],
    ['https://a.example:81', 'a.example:81/', false],
  ])('%s is %s', (url, shape, generated) => {
    expect(urlPattern(url)).toMatchObject({ shape, generated })
  })

  it('recognizes links to another page of the same list', () => {
    const sameListing = (from: string, to: string) => isSameListing(urlPattern(from), urlPattern(to))
    expect(sameListing(calendar(0), calendar(400))).toBe(true)
    expect(sameListing(calendar(0), 'https://a.example/cal/2031/05')).toBe(true)
    expect(sameListing(calendar(0), 'https://b.example/cal/2031/05')).toBe(false)
    expect(sameListing('https://a.example/2013/11/08', 'https://a.example/2013/11/08/storm-hits-coast')).toBe(
      false,
    )
    expect(sameListing('https://a.example/shop?a=1&b=2', 'https://a.example/shop?c=3&d=4')).toBe(true)
  })

  it('accepts any canonical URL, in time linear in its length', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => urlPattern(url).shape.length > 0),
    )
    for (const part of ['a-', '1', '/', '%20', '?a&', '.']) {
      expect(urlPattern(`https://a.example/${part.repeat(4_000)}`).host).toBe('a.example')
    }
  })
})

describe('urlSpan', () => {
  it.each([
    ['https://a.example/2013/11/08/x', '2013-11-08', '2013-11-08'],
    ['https://a.example/2013/11', '2013-11-01', '2013-12-01'],
    ['https://a.example/cal?month=2013-11', '2013-11-01', '2013-12-01'],
    ['https://a.example/cal?month=11&year=2013', '2013-11-01', '2013-12-01'],
  ])('%s', (url, from, to) => {
    expect(urlSpan(url)).toEqual(spanOf(from, to))
  })

  it('is null without a date', () => {
    expect(urlSpan('https://a.example/news?id=7')).toBeNull()
  })
})

describe('traps', () => {
  it('closes an empty calendar with a reason, and leaves the rest of the site open', () => {
    const traps = trapsAfter(31, (i) => visit(calendar(i), { text: `${SAME} ${day(i)}` }))
    expect(traps.whyNot(item(calendar(900)))).toBe('same-content')
    expect(traps.because(item(calendar(900)))).toBe(
      'the last 30 of 31 pages like a.example/cal/#/#/# had the same content',
    )
    expect(traps.whyNot(item('https://a.example/news/storm-hits-the-coast'))).toBeUndefined()
    expect(traps.whyNot(item('https://b.example/cal/2031/05/07'))).toBeUndefined()
    expect(traps.closedPatterns().map(({ pattern }) => pattern)).toEqual(['a.example/cal/#/#/#'])
  })

  it('never closes day archives that lead to new pages', () => {
    const traps = trapsAfter(500, (i) => visit(calendar(i), { text: SAME, fresh: 1 }))
    expect(traps.whyNot(item(calendar(900)))).toBeUndefined()
  })

  it('does not treat different off-topic articles as a trap, however many', () => {
    const traps = trapsAfter(500, (i) => visit(`https://a.example/news/some-story-number${i}`))
    expect(traps.whyNot(item('https://a.example/news/one-more-story'))).toBeUndefined()
  })

  it('keeps the days of the event open in a closed calendar, up to a limit', () => {
    const eventDays = spanOf('2031-11-03', '2031-11-09') ?? undefined
    const traps = trapsAfter(31, (i) => visit(calendar(i), { text: SAME }), { eventDays })
    const url = 'https://a.example/cal/2031/11/08'
    expect(traps.whyNot(item(calendar(900)))).toBe('same-content')
    expect(traps.whyNot(item(url))).toBeUndefined()
    for (let i = 0; i < 150; i++) traps.count(visit(url, { text: SAME }))
    expect(traps.whyNot(item(url))).toBe('same-content')
  })

  it('treats combinations of filters as one list, and closes it when it shows nothing new', () => {
    const names = ['colour', 'size', 'brand', 'price', 'sort']
    const goods =
      'Red boots, blue boots, green boots, black boots, brown boots and more in our shop by the river.'
    const traps = trapsAfter(40, (i) => {
      const pairs = names.filter((_, bit) => ((i + 3) >> bit) & 1).map((name) => `${name}=${i}`)
      return visit(`https://a.example/shop?${pairs.join('&')}&in=1`, {
        text: `${goods} ${i % 3 === 0 ? 'Sorted anew' : ''}`,
      })
    })
    expect(traps.whyNot(item('https://a.example/shop?brand=9&size=9'))).toBe('same-content')
    expect(traps.whyNot(item('https://a.example/shop'))).toBeUndefined()
  })

  it('closes a host that returns the same body for every URL', () => {
    const word = (i: number) => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const traps = trapsAfter(95, (i) =>
      visit(`https://a.example/${word(i)}/${word(i * 7)}`, { text: SAME, fresh: 5 }),
    )
    expect(traps.whyNot(item('https://a.example/anything'))).toBe('same-content')
    expect(traps.whyNot(item('https://a.example/anything', 1))).toBeUndefined()
  })

  it('closes a folder of soft 404s', () => {
    const traps = trapsAfter(65, (i) =>
      visit(`https://a.example/gone/q${'x'.repeat(i)}`, { notFound: true, fresh: 3 }),
    )
    expect(traps.whyNot(item('https://a.example/gone/more'))).toBe('soft-404')
    expect(traps.whyNot(item('https://a.example/news'))).toBeUndefined()
  })

  it('reopens a pattern when a page found through it is kept', () => {
    const traps = trapsAfter(40, (i) => visit(calendar(i), { text: SAME }))
    expect(traps.whyNot(item(calendar(900)))).toBe('same-content')
    traps.count(visit('https://b.example/storm', { relevant: true, bestParent: calendar(3) }))
    expect(traps.whyNot(item(calendar(900)))).toBeUndefined()
  })

  it('does not count a copy of a kept page as a yield', () => {
    const traps = trapsAfter(40, (i) => visit(calendar(i), { text: SAME, relevant: true, duplicateOf: 1 }))
    expect(traps.whyNot(item(calendar(900)))).toBe('same-content')
  })

  it('permits more hosts of a source only as their pages are kept', () => {
    const host = (i: number) => `https://h${i}.wild.example/`
    const traps = trapsAfter(20, (i) => visit(host(i), { fresh: 9 }))
    expect(traps.whyNot(item(host(99)))).toBe('source-hosts')
    expect(traps.because(item(host(99)))).toContain('20 hosts of wild.example')
    expect(traps.whyNot(item(host(3)))).toBeUndefined()
    traps.count(visit(`${host(3)}report`, { relevant: true }))
    expect(traps.whyNot(item(host(99)))).toBeUndefined()
    for (const i of [20, 21]) traps.count(visit(host(i)))
    expect(traps.whyNot(item(host(99)))).toBe('source-hosts')
  })

  it('decides the same after restoring a snapshot or replaying all visits', () => {
    const visits = fc.array(
      fc.record({
        n: fc.nat(40),
        kind: fc.nat(3),
        relevant: fc.boolean(),
        fresh: fc.nat(1),
        notFound: fc.boolean(),
      }),
      { maxLength: 120 },
    )
    const address = (kind: number, n: number) =>
      [
        calendar(n),
        `https://h${n}.wild.example/`,
        `https://a.example/p?x=${n}&y=1`,
        `https://a.example/w/s${n}`,
      ][kind] ?? ''
    // Two patterns of one host, closed in one order and visited last in the other.
    const inTurn = [0, 2, 0, 2, 0, 2, 0].map((kind, i) => {
      return { n: 0, kind, relevant: false, fresh: 0, notFound: i < 2 }
    })
    fc.assert(
      fc.property(visits, fc.nat(120), (list, cut) => {
        const told = list.map(({ n, kind, relevant, fresh, notFound }) =>
          visit(address(kind, n), { text: SAME, relevant: relevant && n % 7 === 0, fresh, notFound }),
        )
        const whole = new Traps({ barrenPages: 3 })
        for (const one of told) whole.count(one)
        const first = new Traps({ barrenPages: 3 })
        for (const one of told.slice(0, cut)) first.count(one)
        const second = new Traps({ barrenPages: 3 })
        second.restore(JSON.parse(JSON.stringify(first.snapshot())))
        for (const one of told.slice(cut)) second.count(one)
        expect(second.snapshot()).toEqual(whole.snapshot())
        expect(second.closedPatterns()).toEqual(whole.closedPatterns())
      }),
      { numRuns: 25, examples: [[inTurn, 7]] },
    )
  })

  it('limits the number of records', () => {
    const traps = trapsAfter(4_200, (i) => visit(`https://h${i}.s${i}.example/`, { text: '' }))
    expect(traps.snapshot().records.length).toBe(4_096)
    expect(traps.snapshot().sources.length).toBeLessThanOrEqual(4_096)
  })
})

describe('docs/frontier.md', () => {
  it('explains every code of a trap', async () => {
    const text = await readFile(new URL('../../../docs/frontier.md', import.meta.url), 'utf8')
    for (const code of TRAP_CODES) expect(text).toContain(`\`${code}\``)
  })
})
