import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'
import {
  combineDirectives,
  directivesInMeta,
  NO_DIRECTIVES,
  withHeaderDirectives,
} from './robots-directives.ts'

const NOW = new Date(Date.UTC(2026, 10, 16))

/** The directives in force. */
function directivesOf(robots: typeof NO_DIRECTIVES): string {
  return (['noindex', 'nofollow', 'noarchive'] as const).filter((rule) => robots[rule]).join(' ')
}
const inHeaders = (...headers: string[]) => directivesOf(withHeaderDirectives(NO_DIRECTIVES, headers, NOW))
const inMeta = (name: string, content: string) => directivesOf(directivesInMeta([[name, content]], NOW))

describe('X-Robots-Tag', () => {
  it.each([
    [['noarchive'], 'noarchive'],
    [['NoArchive , NOFOLLOW'], 'nofollow noarchive'],
    [['noindex', 'noarchive'], 'noindex noarchive'],
    [['none'], 'noindex nofollow'],
    [['all'], ''],
    [['index, follow, archive, max-snippet: -1, max-image-preview:large'], ''],
    [['googlebot: noarchive'], ''],
    [['eventide: noarchive'], 'noarchive'],
    [['Eventide : noarchive, nofollow'], 'nofollow noarchive'],
    [['*: noarchive'], 'noarchive'],
    [['otherbot: noindex, nofollow, eventide: noarchive'], 'noarchive'],
    [['eventide: noarchive, otherbot: noindex, nofollow'], 'noarchive'],
    [['noindex, otherbot: noarchive'], 'noindex'],
    [['otherbot: noarchive', 'nofollow'], 'nofollow'],
    [['eventidely: noarchive'], ''],
    [['otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST'], ''],
    [['eventide: unavailable_after: 25 Jun 2010 15:00:00 PST'], 'noarchive'],
    [['noarchivex, xnoarchive, no-archive'], ''],
    [[', ,;,'], ''],
    [[], ''],
  ])('%j means "%s"', (headers, expected) => expect(inHeaders(...headers)).toBe(expected))

  it.each([
    ['25 Jun 2010 15:00:00 PST', true],
    ['Friday, 25-Jun-10 15:00:00 PST', true],
    ['Fri, 25 Jun 2010 15:00:00 GMT', true],
    ['2010-06-25T15:00:00Z', true],
    ['2010-06-25T15:00:00+02:00', true],
    ['2010-06-25T15:00:00', true],
    ['2010-06-25', true],
    ['25 Jun 2010', true],
    ['25-Jun-2010', true],
    ['Mon, 16 Nov 2026 00:00:01 GMT', false],
    ['2026-11-16T00:00:01', false],
    ['16 Nov 2026 00:00:01', false],
    ['15 Nov 2026 23:59:59', true],
    ['2040-01-01', false],
    ['soon', false],
    ['', false],
    ['1'.repeat(100_000), false],
  ])('unavailable_after %s has passed: %s', (date, over) => {
    expect(inHeaders(`unavailable_after: ${date}`)).toBe(over ? 'noarchive' : '')
    expect(inHeaders(`noindex, unavailable_after: ${date}, nofollow`)).toBe(
      over ? 'noindex nofollow noarchive' : 'noindex nofollow',
    )
    expect(inMeta('robots', `unavailable_after: ${date}`)).toBe(over ? 'noarchive' : '')
  })

  it('records the origin of directives and pending dates, within bounds', () => {
    const { because } = withHeaderDirectives(
      directivesInMeta([['eventide', 'noindex']], NOW),
      ['otherbot: none', 'eventide: noarchive, all', 'unavailable_after: 2040-01-01'],
      NOW,
    )
    expect(because).toEqual([
      'meta eventide: noindex',
      'X-Robots-Tag: noarchive',
      'X-Robots-Tag: unavailable_after: 2040-01-01',
    ])
    const endless = withHeaderDirectives(
      NO_DIRECTIVES,
      Array(1_000).fill(`noarchive ${'x'.repeat(1_000)}`),
      NOW,
    )
    expect(endless.because.join('').length).toBeLessThan(2_000)
  })

  it('only ever becomes stricter, and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (headers, more) => {
        const before = withHeaderDirectives(NO_DIRECTIVES, headers, NOW)
        const after = withHeaderDirectives(before, [more], NOW)
        for (const rule of ['noindex', 'nofollow', 'noarchive'] as const)
          expect(Number(after[rule])).toBeGreaterThanOrEqual(Number(before[rule]))
      }),
    )
  })
})

describe('meta robots', () => {
  it.each([
    ['robots', 'noindex,nofollow', 'noindex nofollow'],
    ['robots', 'noindex; noarchive', 'noindex noarchive'],
    ['robots', 'noindex nofollow', 'noindex nofollow'],
    ['eventide', 'noarchive', 'noarchive'],
    ['robots', 'max-snippet:-1, noarchive', 'noarchive'],
  ])('<meta name=%s content="%s"> means "%s"', (name, content, expected) => {
    expect(inMeta(name, content)).toBe(expected)
  })

  it('counts when the fetched page states it, whatever its scripts change', () => {
    const first = directivesInMeta([['robots', 'noarchive']], NOW)
    const then = directivesInMeta([['robots', 'nofollow']], NOW)
    expect(directivesOf(combineDirectives(first, then))).toBe('nofollow noarchive')
    expect(combineDirectives(first, first)).toEqual(first)
  })

  it('is combined with the headers, for this robot and for all, on every kind of page', () => {
    const read = (contentType: string, body: string, robotsTags: string[]) =>
      directivesOf(
        readPage({ url: 'http://a.example/', contentType, body: Buffer.from(body), robotsTags }, { now: NOW })
          .robots,
      )
    const html =
      '<meta name=ROBOTS content=nofollow><meta name=Eventide content=noarchive><meta name=otherbot content=noindex>'
    expect(read('text/html', html, [])).toBe('nofollow noarchive')
    expect(read('text/html', html, ['noindex'])).toBe('noindex nofollow noarchive')
    expect(read('text/plain', 'words', ['noarchive'])).toBe('noarchive')
    expect(read('application/rss+xml', '<rss><channel/></rss>', ['nofollow'])).toBe('nofollow')
    expect(read('image/png', '', ['noarchive'])).toBe('noarchive')
  })
})
