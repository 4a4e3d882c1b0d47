import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateFromUrl, readUrlDate } from './url-date.ts'

describe('the date in a URL', () => {
  it.each([
    ['https://news.example/2016/07/10/flood', '2016-07-10'],
    ['https://news.example/2016/7/1/flood', '2016-07-01'],
    ['https://news.example/20080905/story.html', '2008-09-05'],
    ['https://news.example/world/2016/jun/09/flood', '2016-06-09'],
    ['https://news.example/story-2013-11-08-landfall', '2013-11-08'],
    ['https://news.example/2013_11_08/landfall', '2013-11-08'],
    ['https://news.example/t20190512_123456.htm', '2019-05-12'],
    ['https://news.example/20190512104500.html', '2019-05-12'],
    ['https://news.example/article?date=2019-05-12&id=7', '2019-05-12'],
    ['https://news.example/12-may-2019/storm', '2019-05-12'],
    ['https://news.example/may-12-2019-storm', '2019-05-12'],
    ['https://news.example/news/23-05-2019/storm', '2019-05-23'],
    ['https://news.example/news/05-05-2019/storm', '2019-05-05'],
    ['/2016/07/10/flood', '2016-07-10'],
  ])('%s', (url, day) => {
    expect(dateFromUrl(url)).toBe(day)
  })

  it.each([
    'https://news.example/',
    'https://20190512.example/story',
    'https://news.example/2016/13/10/flood',
    'https://news.example/2016/02/30/flood',
    'https://news.example/id/1202019051299',
    'https://news.example/hash/a20190512f',
    'https://news.example/news/05-04-2019/storm',
    'https://news.example/2016/07/flood',
    'https://news.example/story#2016/07/10',
    'not an address',
    '',
  ])('finds no full date in %j', (url) => {
    expect(dateFromUrl(url)).toBeNull()
  })

  it('keeps a month or a year with which the date of the page must agree', () => {
    expect(readUrlDate('https://news.example/2016/07/flood')).toMatchObject({
      day: null,
      year: 2016,
      month: 7,
    })
    expect(readUrlDate('https://news.example/2016/flood')).toMatchObject({
      day: null,
      year: 2016,
      month: null,
    })
    expect(readUrlDate('https://news.example/best-of-2016')).toMatchObject({ year: null })
  })

  it('reads the URL inside that of an archived copy, and keeps the day of the copy', () => {
    const replay = 'https://archive.example/web/20130307194448/http://news.example/2008/05/26/quake'
    expect(readUrlDate(replay)).toMatchObject({ captured: '2013-03-07', day: '2008-05-26' })
    const undated = 'https://archive.example/web/20130307194448id_/http://news.example/quake'
    expect(readUrlDate(undated)).toMatchObject({ captured: '2013-03-07', day: null })
  })

  it('never throws, whatever the URL', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (path) => {
        expect(dateFromUrl(`https://news.example/${path}`) ?? '2000-01-01').toMatch(/^\d{4}-\d\d-\d\d$/)
      }),
    )
    expect(dateFromUrl(`https://news.example/${'2019-'.repeat(100_000)}`)).toBeNull()
  })
})
