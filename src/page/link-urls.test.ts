import fc from 'fast-check'
import { expect, it } from 'vitest'
import { httpUrl } from '../html/http-url.ts'
import { LinkUrls } from './link-urls.ts'

const PIECES = [
  ...[
    'http://',
    'https://',
    'HTTPS://',
    'ftp://',
    'mailto:',
    '//',
    '/',
    '/',
    '?',
    '#',
    '\\',
    '@',
    ':80',
    ':443',
  ],
  ...[
    'example.org',
    'a-b.co.uk',
    'EXAMPLE.org',
    '127.0.0.1',
    '0x7f.1',
    'xn--nxa.gr',
    'a--b.org',
    'localhost',
    '.',
  ],
  ...[
    '..',
    '.',
    '%2e',
    '%2E%2e',
    '%',
    '%zz',
    'news',
    '2024',
    'a_b',
    'x.html',
    'q=1',
    '&',
    '=',
    ';',
    ',',
    '+',
    '*',
  ],
  ...[
    "'",
    '"',
    '<',
    '>',
    '`',
    '{',
    '}',
    '|',
    '^',
    '[',
    ']',
    ' ',
    '\t',
    '\n',
    'ä',
    '中',
    '~',
    '!',
    '$',
    '(',
    ')',
    '-',
  ],
]

it('returns the same URLs as the URL parser', () => {
  const bases = [
    ...[
      'https://example.org/a/b?c',
      'http://user:pw@example.org:8080/',
      'http://[::1]/x',
      'ftp://example.org/',
    ],
    ...['no address', undefined],
  ]
  const books = bases.map((base) => ({ base, book: new LinkUrls(base) }))
  const written = fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 3 })),
    { maxLength: 10 },
  )
  const start = fc.constantFrom('', '', 'https://example.org/', 'http://a-b.co.uk/', '/')
  fc.assert(
    fc.property(start, written, fc.constantFrom(...books), (first, pieces, { base, book }) => {
      const href = first + pieces.join('')
      expect(book.of(href)).toBe(httpUrl(href, base))
    }),
    { numRuns: 10_000 },
  )
})
