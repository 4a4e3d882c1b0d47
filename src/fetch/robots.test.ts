import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRobots } from './robots.ts'

const at = (path: string) => `https://site.test${path}`
const allows = (body: string, path: string, agent = 'Eventide') => parseRobots(body).allows(at(path), agent)

describe('the rule that decides', () => {
  const star = (rules: string) => `User-agent: *\n${rules}`

  it.each([
    ['the longest match', 'Disallow: /news\nAllow: /news/today\n', '/news/today/1', true],
    ['whatever the order', 'Allow: /news/today\nDisallow: /news\n', '/news/today/1', true],
    [
      'the shorter where the longer does not reach',
      'Allow: /news/today\nDisallow: /news\n',
      '/news/old',
      false,
    ],
    ['allow among equals', 'Disallow: /a\nAllow: /a\n', '/a', true],
    ['nothing: then it is allowed', 'Disallow: /a\n', '/b', true],
    ['an empty value says nothing', 'Disallow:\nDisallow: /x\n', '/y', true],
    ['case of the path matters', 'Disallow: /A\n', '/a', true],
    ['the query belongs to the path', 'Disallow: /*?print=\n', '/story?print=1', false],
    ['robots.txt as a page is a page', 'Disallow: /\n', '/robots.txt', false],
    ['a wildcard in the middle', 'Disallow: /*/private/\n', '/x/y/private/z', false],
    ['a wildcard at the start', 'Disallow: *.pdf\n', '/a/b.pdf', false],
    ['an anchor', 'Disallow: /*.pdf$\n', '/a.pdf', false],
    ['an anchor and more', 'Disallow: /*.pdf$\n', '/a.pdf?x', true],
    ['an anchor takes the last of several', 'Disallow: /*a$\n', '/banana', false],
    ['an anchor without a wildcard', 'Disallow: /a$\n', '/ab', true],
    ['an anchored piece may not overlap', 'Disallow: /ab*ba$\n', '/aba', true],
    ['a dollar inside is a dollar', 'Disallow: /a$b\n', '/a$b/c', false],
    ['only a dollar', 'Allow: /$\nDisallow: /\n', '/', true],
    ['many stars are one', 'Disallow: /a***b\n', '/axxb', false],
    ['an index page is its folder', 'Allow: /a/index.html\nDisallow: /\n', '/a/', true],
    ['and nothing else in it', 'Allow: /a/index.html\nDisallow: /\n', '/a/b', false],
    ['a forbidden index page is only itself', 'Disallow: /a/index.html\n', '/a/', true],
  ])('%s', (_, rules, path, expected) => expect(allows(star(rules), path)).toBe(expected))

  it.each([
    ['/caf\u00E9', '/caf%C3%A9', '/caf%c3%a9'],
    ['/\u{1F30A}', '/%F0%9F%8C%8A', '/\u{1F30A}'],
    ['/%7Euser', '/~user', '/%7euser'],
    ['/a%2Fb', '/a%2fb', '/a%2Fb'],
    ['/a b', '/a%20b', '/a b'],
  ])('treats all encodings of %s alike', (...spellings) => {
    for (const rule of spellings) {
      for (const path of spellings) expect(allows(star(`Disallow: ${rule}\n`), path)).toBe(false)
    }
  })

  it.each([
    ['/caf\u00E9', '/caf%C3%A9', true],
    ['/caf%c3%a9', '/caf%C3%A9', true],
    ['/~user', '/%7Euser', true],
    ['/%7euser', '/%7Euser', true],
    ['/%7Euser', '/~user', false],
    ['/a*/b', '/%61x/b', true],
  ])('with "Allow: %s" and all else disallowed, the answer for %s is %s', (rule, path, expected) => {
    expect(allows(star(`Disallow: /\nAllow: ${rule}\n`), path)).toBe(expected)
  })

  it('does not apply Allow to a URL that is not percent-encoded', () => {
    const body = star('Disallow: /\nAllow: /caf\u00E9\n')
    expect(allows(body, '/caf\u00E9')).toBe(false)
    expect(allows(body, '/caf%C3%A9')).toBe(true)
  })

  it('resolves dot segments before applying Allow', () => {
    expect(allows(star('Disallow: /b\nAllow: /a/..\n'), '/a/../b')).toBe(false)
  })

  it('does not treat an encoded star or slash as a wildcard or separator', () => {
    expect(allows(star('Disallow: /a%2Ab\n'), '/axb')).toBe(true)
    expect(allows(star('Disallow: /a%2Ab\n'), '/a%2ab')).toBe(false)
    expect(allows(star('Disallow: /a%2Fb\n'), '/a/b')).toBe(true)
  })
})

describe('ruleFor', () => {
  it.each(['\n', '\r\n', '\r'])('gives the line number of a rule, with lines ending in %j', (end) => {
    const body = ['# hello', '', 'User-agent: *', 'Disallow:/x # no', '', 'allow : /x/y'].join(end)
    const robots = parseRobots(body)
    const ruleFor = (path: string) => robots.ruleFor(at(path), 'E')
    expect(ruleFor('/x/1')).toEqual({ allow: false, text: 'Disallow: /x', line: 4 })
    expect(ruleFor('/x/y')).toEqual({ allow: true, text: 'Allow: /x/y', line: 6 })
    expect(ruleFor('/z')).toBeNull()
  })

  it('shortens a long rule', () => {
    const rule = parseRobots(`User-agent: *\nDisallow: /${'a'.repeat(9_000)}*`).ruleFor(
      at(`/${'a'.repeat(9_000)}`),
      'E',
    )
    expect(rule?.text.length).toBeLessThan(250)
  })
})

describe('groups', () => {
  const body = [
    'User-agent: *\nDisallow: /all\nCrawl-delay: 2',
    'User-agent: EVENTIDE/1.0 (old)\nUser-agent: Other Bot\nDisallow: /ours\nCrawl-delay: 5',
    'User-agent: eventide\nDisallow: /more\nCrawl-delay: 3.5',
  ].join('\n\n')

  it('merges all groups of one agent, and ignores the general group', () => {
    expect([allows(body, '/ours'), allows(body, '/more'), allows(body, '/all')]).toEqual([false, false, true])
    expect(allows(body, '/ours', 'Other')).toBe(false)
    expect(allows(body, '/more', 'Other')).toBe(true)
  })

  it('applies the general group to all other agents', () => {
    for (const agent of ['Somebody', 'Even', 'EventideX', 'constructor', '__proto__', '']) {
      expect(allows(body, '/all', agent)).toBe(false)
      expect(allows(body, '/ours', agent)).toBe(true)
    }
  })

  it('treats names of object properties as ordinary agents', () => {
    const odd = 'User-agent: constructor\nDisallow: /\nUser-agent: __proto__\nDisallow: /p\n'
    expect(allows(odd, '/x', 'constructor')).toBe(false)
    expect(allows(odd, '/p', '__proto__')).toBe(false)
    expect(allows(odd, '/x')).toBe(true)
  })

  it('prefers an empty group of the agent to the general group', () => {
    expect(allows('User-agent: *\nDisallow: /\n\nUser-agent: Eventide\n', '/x')).toBe(true)
  })

  it('keeps agents in one group across other lines', () => {
    const body =
      'User-agent: a\nSitemap: https://x.test/s.xml\nCrawl-delay: 1\n\nUser-agent: Eventide\nDisallow: /\n'
    expect(allows(body, '/x', 'a')).toBe(false)
    expect(allows(body, '/x')).toBe(false)
  })

  it('ignores rules before the first agent', () => {
    expect(allows('Disallow: /\nUser-agent: *\nAllow: /\n', '/x')).toBe(true)
  })

  it('uses the longest crawl delay that applies', () => {
    const robots = parseRobots(body)
    expect(['Eventide', 'Other', 'Else'].map((agent) => robots.crawlDelay(agent))).toEqual([5, 5, 2])
    for (const value of ['', 'x', '-1', 'Infinity', '1e999', 'NaN']) {
      expect(parseRobots(`User-agent: *\nCrawl-delay: ${value}\n`).crawlDelay('E')).toBeNull()
    }
  })
})

describe('parsing', () => {
  const lines = [
    'user-agent : *',
    '  DISALLOW:/x # why',
    '\tAllow:\t/x/y  ',
    'Sitemap: https://x.test/map.xml',
  ]

  it.each(['\n', '\r\n', '\r', '\n\n', '\r\r\n'])('reads lines that end in %j', (end) => {
    for (const mark of [
      '',
      '\uFEFF',
      '\uFFFD',
      '\uFFFD\uFFFD',
      '\u00EF\u00BB\u00BF',
      '\u00EF\u00BB',
      '\u00EF',
    ]) {
      const robots = parseRobots(mark + lines.join(end))
      expect([robots.allows(at('/x'), 'E'), robots.allows(at('/x/y'), 'E')]).toEqual([false, true])
      expect(robots.sitemaps).toEqual(['https://x.test/map.xml'])
    }
  })

  it.each([
    'dissallow: /',
    'dissalow: /',
    'disalow: /',
    'diasllow: /',
    'disallaw: /',
    'disallow /',
    'Disallow\t/',
  ])('accepts "%s"', (line) => expect(allows(`useragent: *\n${line}\n`, '/x')).toBe(false))

  it.each([
    'dis-allow: /',
    'block: /',
    'disallow / x',
    '\uFEFFDisallow: /',
    '<p>Disallow: /</p>',
    ': /',
    ':',
  ])('ignores "%s"', (line) => expect(allows(`User-agent: *\n${line}\n`, '/x')).toBe(true))

  it('collects absolute http sitemaps without duplicates', () => {
    const body = [
      'https://x.test/a',
      'https://x.test/a',
      '/b',
      'file:///c',
      'ftp://x.test/d',
      'http://y.test/e f',
    ]
    expect(parseRobots(body.map((url) => `Sitemap: ${url}`).join('\n')).sitemaps).toEqual([
      'https://x.test/a',
      'http://y.test/e%20f',
    ])
  })

  it('reads lines of any length', () => {
    const long = `/${'a'.repeat(8 * 2083 + 100)}`
    expect(allows(`User-agent: *\nDisallow: ${long}\n`, `${long}/b`)).toBe(false)
    expect(allows(`User-agent: *\nDisallow: ${long}\n`, long.slice(0, -1))).toBe(true)
  })
})

describe('hostile files', () => {
  it.each([
    ['a megabyte of stars', `Disallow: /${'*'.repeat(1_000_000)}x$`],
    ['a star between every letter', `Disallow: /${'*a'.repeat(250_000)}b$`],
    ['many long near misses', `Disallow: /*${'a'.repeat(4_000)}b\n`.repeat(120)],
    ['very many rules', 'Disallow: /*a*a*b\n'.repeat(25_000)],
  ])('%s', (_, rules) => {
    expect(allows(`User-agent: *\n${rules}\n`, `/${'a'.repeat(8_000)}`)).toBe(true)
  })

  it('never throws, whatever the text, URL and agent', () => {
    const text = fc.uint16Array({ maxLength: 30 }).map((codes) => String.fromCharCode(...codes))
    const line = fc.tuple(
      fc.constantFrom('User-agent: ', 'Disallow: ', 'Allow:', 'Crawl-delay: ', 'Sitemap: ', '', '\uD800'),
      text,
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), text, fc.string(), (body, path, agent) => {
        const robots = parseRobots(body.map((parts) => parts.join('')).join('\n'))
        expect(typeof robots.allows(`http://x.test/${path}`, agent)).toBe('boolean')
        expect(robots.allows('no address', agent)).toBe(robots.allows('http://x.test/', agent))
      }),
    )
  })

  it('disallows everything below a disallowed prefix', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '/',
      '.',
      '-',
      '~',
      '%C3%A9',
      '\u00E9',
      '%2F',
      '?',
      '&',
      ' ',
      '$x',
    )
    const path = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => `/a${pieces.join('')}`)
    fc.assert(
      fc.property(path, path, (prefix, rest) => {
        const url = new URL(at(prefix))
        const pathname = url.pathname + url.search
        expect(allows(`User-agent: *\nDisallow: ${pathname}\n`, `${pathname}${rest}`)).toBe(false)
      }),
    )
  })
})
