import { describe, expect, it } from 'vitest'
import { LIFTABLE_CODES, LiveScope, SOURCE_REJECTED } from './live-scope.ts'

const item = (url: string, hostFetched = 0) => ({
  url: new URL(url),
  host: new URL(url).host,
  source: 'a.example',
  depth: 1,
  hostFetched,
  sourceFetched: hostFetched,
})

describe('the scope of a running crawl', () => {
  it('follows its rules as they are now', () => {
    const scope = new LiveScope({})
    const { fence } = scope
    expect(scope.excludes(item('https://a.example/'))).toBeUndefined()
    scope.change({ deny: ['a.example'] })
    expect(scope.excludes(item('https://a.example/'))).toBe('host-denied')
    expect(fence('a.example')).toBe('host-denied')
  })

  it('puts what curators decided about sources above them, but for hosts that are out of bounds', () => {
    const scope = new LiveScope({ maxPerHost: 5 }, new Map([['a.example', 'rejected']]))
    expect(scope.excludes(item('https://a.example/'))).toBe(SOURCE_REJECTED)
    scope.decide('a.example', 'accepted')
    expect(scope.excludes(item('https://a.example/', 99_999))).toBeUndefined()
    scope.change({ maxPerHost: 5, deny: ['a.example'] })
    expect(scope.excludes(item('https://a.example/'))).toBe('host-denied')
    scope.change({ maxPerHost: 5 })
    scope.decide('a.example', null)
    expect(scope.excludes(item('https://a.example/', 5))).toBe('host-budget')
  })

  it('knows every code that may be lifted again', () => {
    expect(LIFTABLE_CODES).toEqual(
      expect.arrayContaining([
        'source-rejected',
        'host-denied',
        'host-not-allowed',
        'too-deep',
        'host-budget',
      ]),
    )
  })
})
