import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CanonicalUrlOptions, canonicalUrl, hostOf } from './canonical-url.ts'

const of = (url: string, options?: CanonicalUrlOptions) => canonicalUrl(url, undefined, options)?.canonicalUrl

describe('canonicalUrl', () => {
  it.each([
    ['HTTP://Example.COM:80/A', 'http://example.com/A'],
    ['https://example.com:443', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com.:8443/a', 'https://example.com:8443/a'],
    ['https://user:secret@example.com/', 'https://example.com/'],
    ['https://example.com/a#top', 'https://example.com/a'],
    ['https://example.com/a#', 'https://example.com/a'],
    ['https://example.com/#!/story/1', 'https://example.com/'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/a?&&', 'https://example.com/a'],
    ['https://example.com/a/./b/../c', 'https://example.com/a/c'],
    ['https://example.com/a/%2e%2E/c', 'https://example.com/c'],
    ['https://example.com/index.html', 'https://example.com/index.html'],
    ['https://example.com/%7euser/%c3%a9?q=%41%2f', 'https://example.com/~user/%C3%A9?q=A%2F'],
    ['https://example.com/100%', 'https://example.com/100%25'],
    ['https://example.com/%4%31', 'https://example.com/%2541'],
    ['https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
    ['https://①②⑦.0.0.1/', 'https://127.0.0.1/'],
    ['  https://example.com/a\n', 'https://example.com/a'],
    ['https://example.com/a?b=2&a=1&b=1', 'https://example.com/a?a=1&b=2&b=1'],
    ['https://example.com/a?utm_source=x&UTM_Medium=y&id=3&fbclid=z&gclid=1', 'https://example.com/a?id=3'],
    ['https://example.com/a?PHPSESSID=0a1b&sid=7&ASPSESSIONIDQQ=x', 'https://example.com/a?sid=7'],
    ['https://example.com/a?sid=0123456789abcdef0123', 'https://example.com/a'],
    ['https://example.com/a?sid', 'https://example.com/a?sid'],
    ['https://example.com/a;jsessionid=1F2E?x=1', 'https://example.com/a?x=1'],
    ['https://example.com/a;v=2;jsessionid=1F2E/b', 'https://example.com/a;v=2/b'],
    ['https://example.com/..;jsessionid=1/b', 'https://example.com/..;jsessionid=1/b'],
    ['https://example.com/(S(abcdefghijklmnopqrstuvwx))/a.aspx', 'https://example.com/a.aspx'],
    ['https://example.com/(S(abcdefghijklmnopqrstuvwx))', 'https://example.com/'],
    ['https://example.com/Java_(island)', 'https://example.com/Java_(island)'],
  ])('%s is %s', (url, canonical) => {
    expect(of(url)).toBe(canonical)
  })

  it.each([
    '',
    'no url',
    'ftp://a.example/',
    'javascript:alert(1)',
    'data:,x',
    'http://',
    'http://a b/',
    'http://a../',
    'http://.a/',
    'http://0x7f.1../',
    'https://./',
  ])('rejects %j', (url) => {
    expect(canonicalUrl(url)).toBeNull()
  })

  it('requests the URL as written, without fragment and credentials', () => {
    expect(canonicalUrl('https://u:p@Example.com/%7ea?b=1&a=2&utm_source=x#f')?.url).toBe(
      'https://example.com/%7ea?b=1&a=2&utm_source=x',
    )
  })

  it('resolves a relative URL against a base', () => {
    expect(canonicalUrl('../b?x#y', 'https://a.example/c/d/')?.canonicalUrl).toBe('https://a.example/c/b?x')
    expect(canonicalUrl('b', 'not a base')).toBeNull()
  })

  it.each([
    ['https://news.bbc.co.uk/', 'news.bbc.co.uk', 'bbc.co.uk'],
    ['https://a.b.example.org:8080/', 'a.b.example.org:8080', 'example.org'],
    ['https://someone.github.io/', 'someone.github.io', 'someone.github.io'],
    ['https://co.uk/', 'co.uk', 'co.uk'],
    ['http://localhost:3000/', 'localhost:3000', 'localhost'],
    ['http://192.0.2.7:81/', '192.0.2.7:81', '192.0.2.7'],
    ['http://[2001:db8::1]:81/', '[2001:db8::1]:81', '[2001:db8::1]'],
  ])('%s is on %s, of source %s', (url, host, source) => {
    expect(canonicalUrl(url)).toMatchObject({ host, source })
  })

  it('keeps the order of parameters on listed hosts, and drops listed parameters', () => {
    const rules = { keepOrder: new Set(['a.example']), dropParameters: new Set(['from']) }
    expect(of('https://a.example/?b=1&a=2&From=x', rules)).toBe('https://a.example/?b=1&a=2')
    expect(of('https://b.example/?b=1&a=2', rules)).toBe('https://b.example/?a=2&b=1')
  })

  it('refuses a URL that is too long, also after escaping', () => {
    expect(of(`https://a.example/${'a'.repeat(8174)}`)).toHaveLength(8192)
    expect(of(`https://a.example/${'a'.repeat(8175)}`)).toBeUndefined()
    expect(of(`https://a.example/${'é'.repeat(2000)}`)).toBeUndefined()
    expect(of('https://a.example/abc', { maxLength: 20 })).toBeUndefined()
  })
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('.', 'a', '1', '0x7', ':', '8', '@', '[', '\\'))
    .map((parts) => `http://${parts.join('')}/`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc
    .array(
      fc.constantFrom(
        '%',
        '2',
        'e',
        '.',
        '/',
        ';',
        'sid=',
        '?',
        '&',
        '=',
        '(S(abcdefghijklmnop))',
        '%25',
        '..',
        '#',
      ),
    )
    .map((parts) => `http://a.example/${parts.join('')}`),
)

describe('canonicalUrl, for any input', () => {
  it('never throws, and canonical URLs are fixed points', () => {
    fc.assert(
      fc.property(hostile, (url) => {
        const once = canonicalUrl(url)
        if (once) expect(canonicalUrl(once.canonicalUrl)).toEqual({ ...once, url: once.canonicalUrl })
      }),
      { numRuns: 3000 },
    )
  })

  it('does not depend on the order of differently named parameters', () => {
    const parameters = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z%_.~]{1,6}$/), fc.string()), {
      selector: ([name]) => name,
    })
    fc.assert(
      fc.property(parameters, fc.infiniteStream(fc.nat()), (pairs, random) => {
        const written = pairs.map(
          ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
        )
        const shuffled = written
          .map((pair) => ({ pair, key: random.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ pair }) => pair)
        expect(of(`http://a.example/?${shuffled.join('&')}`)).toBe(
          of(`http://a.example/?${written.join('&')}`),
        )
      }),
    )
  })
})

describe('hostOf', () => {
  it.each([
    ['https://example.com/a', 'example.com'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['https://example.com./a', 'example.com'],
    ['https://a_b.example/', 'a_b.example'],
    ['http://[::1]:81/', '[::1]:81'],
    ['https://user:secret@example.com/', 'example.com'],
    ['https://a..example/', null],
    ['mailto:a@b.example', null],
    ['nothing', null],
  ])('of %s is %s', (address, host) => expect(hostOf(address)).toBe(host))

  it('is the host of the canonical URL, for any parsed URL', () => {
    fc.assert(
      fc.property(
        fc.webUrl({
          withQueryParameters: true,
          withFragments: true,
          authoritySettings: { withUserInfo: true, withPort: true, withIPv4: true, withIPv6: true },
        }),
        (url) => {
          const address = new URL(url).href
          expect(hostOf(address)).toBe(canonicalUrl(address)?.host ?? null)
        },
      ),
    )
  })
})
