import { describe, expect, it } from 'vitest'
import type { ScopeItem } from '../../frontier/scope/rule.ts'
import { LiveScope, SOURCE_REJECTED } from './live-scope.ts'

const item = (url: string, hostFetched = 0) => ({
  url: new URL(url),
  host: new URL(url).host,
  source: 'a.example',
  depth: 1,
  hostFetched,
  sourceFetched: hostFetched,
})

describe('LiveScope', () => {
  it('applies its rules as they are now', () => {
    const scope = new LiveScope({})
    const { fence } = scope
    expect(scope.excludes(item('https://a.example/'))).toBeUndefined()
    scope.change({ deny: ['a.example'] })
    expect(scope.excludes(item('https://a.example/'))).toBe('host-denied')
    expect(fence('a.example')).toBe('host-denied')
  })

  it('lets curators overrule its rules about sources, except for denied hosts', () => {
    const scope = new LiveScope({ maxPerHost: 5 }, { sources: new Map([['a.example', 'rejected']]) })
    expect(scope.excludes(item('https://a.example/'))).toBe(SOURCE_REJECTED)
    scope.decide('a.example', 'accepted')
    expect(scope.excludes(item('https://a.example/', 99_999))).toBeUndefined()
    scope.change({ maxPerHost: 5, deny: ['a.example'] })
    expect(scope.excludes(item('https://a.example/'))).toBe('host-denied')
    scope.change({ maxPerHost: 5 })
    scope.decide('a.example', null)
    expect(scope.excludes(item('https://a.example/', 5))).toBe('host-budget')
  })

  it('lists every code that may be lifted again', () => {
    expect(new LiveScope({}).liftableCodes).toEqual(
      expect.arrayContaining([
        'source-rejected',
        'host-denied',
        'host-not-allowed',
        'too-deep',
        'host-budget',
      ]),
    )
  })
  it('gives rules of the caller the final say', () => {
    const noPrint = {
      name: 'no-print',
      codes: ['print-version'],
      decide: ({ url }: ScopeItem) =>
        url.pathname.startsWith('/print') ? ({ reject: 'print-version' } as const) : ('pass' as const),
    }
    const scope = new LiveScope({ allow: ['a.example'] }, { extraRules: [noPrint] })
    expect(scope.excludes(item('https://a.example/print/1'))).toBe('print-version')
    expect(scope.excludes(item('https://a.example/story'))).toBeUndefined()
    expect(scope.liftableCodes).toContain('print-version')
    expect(scope.fingerprint).not.toBe(new LiveScope({ allow: ['a.example'] }).fingerprint)
  })
})
