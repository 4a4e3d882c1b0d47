import { describe, expect, it } from 'vitest'
import { urlsForDay } from './url-day-spelling.ts'

describe('a URL with another day', () => {
  it.each([
    [
      'http://a.example/news/2012/10/25/index.html',
      '2012-10-29',
      ['http://a.example/news/2012/10/29/index.html'],
    ],
    ['http://a.example/2012/09/05/', '2012-11-01', ['http://a.example/2012/11/01/']],
    ['http://a.example/2012/9/5/', '2012-10-06', ['http://a.example/2012/10/6/']],
    ['http://a.example/list?date=20121025&x=1', '2012-11-02', ['http://a.example/list?date=20121102&x=1']],
    ['http://a.example/archive/2012-10-25', '2013-12-31', ['http://a.example/archive/2013-12-31']],
    ['http://a.example/world/2012/oct/05/all', '2012-11-04', ['http://a.example/world/2012/nov/04/all']],
  ])('%s for %s', (url, day, expected) => {
    expect(urlsForDay(url, day)).toEqual(expected)
  })

  it('returns both spellings of a single digit if the URL is ambiguous', () => {
    expect(urlsForDay('http://a.example/2012/10/25/', '2012-11-01')).toEqual([
      'http://a.example/2012/11/01/',
      'http://a.example/2012/11/1/',
    ])
  })

  it.each([
    'http://a.example/about',
    'http://a.example',
    'not an address',
    'http://a.example/2012/13/45/',
    'http://a.example/2012/10/25/2012-10-25/',
    'http://2012-10-25.example/',
    `http://a.example/2012/10/25/${'a'.repeat(3000)}`,
  ])('returns none for %s', (url) => {
    expect(urlsForDay(url, '2012-10-29')).toEqual([])
  })
})
