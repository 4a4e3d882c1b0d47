import { describe, expect, it } from 'vitest'
import type { Lease } from '../../model/crawl.ts'
import { withDefaults } from '../../model/crawl-specification.ts'
import type { PageReading } from '../../model/page.ts'
import type { Verdict } from '../../model/verdict.ts'
import { sampleLink, sampleReading } from '../../page/sample-reading.ts'
import type { Strategy } from '../../score/strategy.ts'
import { linkItems, redirectItem, seedItem } from './link-items.ts'

const DEFAULTS = withDefaults({})

const lease: Lease = {
  id: 7,
  token: 't',
  url: 'http://a.example/page',
  canonicalUrl: 'http://a.example/page',
  host: 'a.example',
  source: 'a.example',
  score: 0.8,
  depth: 2,
  parent: null,
  bestParent: null,
  evidence: {},
  redirects: 0,
  tunnel: 1,
  attempts: 0,
  lost: 0,
  blame: null,
  pace: null,
}
const scoring = (scores: readonly number[]): Strategy => ({
  name: 'test',
  judge: () => ({ relevance: 0, relevant: false, evidence: {} }),
  score: (links) => links.map((_, i) => ({ score: scores[i] ?? 0.5, evidence: {} })),
})
const yes = { relevance: 1, relevant: true, evidence: {} }
const no = { relevance: 0, relevant: false, evidence: {} }
const judged = (page: PageReading, verdict: Verdict) => ({
  id: lease.id,
  canonicalUrl: lease.canonicalUrl,
  page,
  verdict,
  depth: lease.depth,
  source: lease.source,
  link: { score: lease.score, evidence: lease.evidence },
})
const anywhere = (strategy: Strategy) => ({ strategy, whyNot: () => undefined })

describe('linkItems', () => {
  it('makes one item per canonical URL, with the best score', () => {
    const links = ['http://a.example/x', 'http://a.example/x?utm_source=s', 'http://a.example/page'].map(
      (url) => sampleLink(url, 'x'),
    )
    const items = linkItems(
      lease,
      judged(sampleReading('t', 'x', { links }), yes),
      anywhere(scoring([0.2, 0.9, 1])),
      DEFAULTS,
    )
    expect(
      items.map(({ canonicalUrl, score, depth, parent }) => ({ canonicalUrl, score, depth, parent })),
    ).toEqual([{ canonicalUrl: 'http://a.example/x', score: 0.9, depth: 3, parent: 7 }])
  })

  it('makes no items of links to hosts that may not be visited, in any order', () => {
    const urls = [
      'http://out.example/1',
      'http://in.example/1',
      'http://in.example/2',
      'http://in.example.out.example/1',
      'https://in.example/3',
      'http://in.example:81/4',
      'http://user@in.example/5',
      'http://out.example/in.example/6',
      'http://in.example/7',
      'mailto:someone@in.example',
    ]
    const page = sampleReading('t', 'x', { links: urls.map((url) => sampleLink(url, 'x')) })
    const fence = (host: string) => (host === 'in.example' ? undefined : 'host-not-allowed')
    const items = linkItems(lease, judged(page, yes), { ...anywhere(scoring([])), fence }, DEFAULTS)
    expect(items.map(({ canonicalUrl }) => canonicalUrl)).toEqual([
      'http://in.example/1',
      'http://in.example/2',
      'https://in.example/3',
      'http://in.example/5',
      'http://in.example/7',
    ])
  })

  it('counts irrelevant pages in a row and stops tunnelling at the limit', () => {
    const page = sampleReading('t', 'x', { links: [sampleLink('http://a.example/x', 'x')] })
    const of = (verdict: typeof yes, tunnel: number) =>
      linkItems(lease, judged(page, verdict), anywhere(scoring([])), { ...DEFAULTS, tunnel })[0]
    expect(of(yes, 0)).toMatchObject({ tunnel: 0 })
    expect(of(yes, 0)?.excluded).toBeUndefined()
    expect(of(no, 2)?.excluded).toBeUndefined()
    expect(of(no, 1)).toMatchObject({ tunnel: 2, excluded: 'tunnel' })
  })

  it('does not count a feed or sitemap as a step away from the event', () => {
    const links = [sampleLink('http://a.example/x', 'x')]
    for (const form of ['feed', 'sitemap'] as const) {
      const page = sampleReading('t', 'x', { links, form })
      expect(linkItems(lease, judged(page, no), anywhere(scoring([])), DEFAULTS)[0]).toMatchObject({
        tunnel: 1,
      })
    }
  })

  it('records links that are nofollow, out of scope or below the threshold, with the reason', () => {
    const links = [
      sampleLink('http://a.example/1', 'x', { rel: ['nofollow'] }),
      sampleLink('http://a.example/2', 'x'),
      sampleLink('http://b.example/3', 'x'),
    ]
    const page = sampleReading('t', 'x', { links })
    const parts = {
      strategy: scoring([1, 0.05, 1]),
      whyNot: (item: { host: string }) => (item.host === 'b.example' ? 'host-denied' : undefined),
    }
    const items = linkItems(lease, judged(page, yes), parts, { ...DEFAULTS, minScore: 0.1 })
    expect(items.map((item) => item.excluded)).toEqual(['nofollow', 'low-score', 'host-denied'])
    const followed = linkItems(lease, judged(page, yes), parts, {
      ...DEFAULTS,
      followNofollow: true,
    })
    expect(followed[0]?.excluded).toBeUndefined()
  })

  it('follows no link of a nofollow page', () => {
    const page = sampleReading('t', 'x', {
      links: [sampleLink('http://a.example/1', 'x')],
      robots: { noindex: false, nofollow: true, noarchive: false, because: [] },
    })
    expect(linkItems(lease, judged(page, yes), anywhere(scoring([])), DEFAULTS)[0]?.excluded).toBe('nofollow')
  })

  it('records a link that the strategy would not follow, with its reason', () => {
    const page = sampleReading('t', 'x', { links: [sampleLink('http://a.example/1', 'x')] })
    const strategy = { ...scoring([]), score: () => [{ score: 0.5, evidence: {}, excluded: 'depth' }] }
    expect(linkItems(lease, judged(page, yes), anywhere(strategy), DEFAULTS)[0]?.excluded).toBe('depth')
  })

  it('treats a refresh as a redirect', () => {
    const page = sampleReading('t', 'x', { refresh: 'http://a.example/new' })
    expect(linkItems(lease, judged(page, no), anywhere(scoring([])), DEFAULTS)).toMatchObject([
      { canonicalUrl: 'http://a.example/new', redirects: 1, score: 0.8, depth: 2 },
    ])
  })
})

describe('redirectItem', () => {
  it('inherits the score of the link', () => {
    const inherited = { value: 0.3, weight: 0.5, because: [] }
    const item = redirectItem(
      { ...lease, evidence: { inherited } },
      'http://a.example/n',
      anywhere(scoring([])),
      DEFAULTS,
    )
    expect(item?.evidence).toMatchObject({ inherited, redirect: { value: 0.8 } })
  })

  it('ends a chain after ten hops', () => {
    const deciders = anywhere(scoring([]))
    expect(
      redirectItem({ ...lease, redirects: 9 }, 'http://a.example/n', deciders, DEFAULTS)?.excluded,
    ).toBeUndefined()
    expect(
      redirectItem({ ...lease, redirects: 10 }, 'http://a.example/n', deciders, DEFAULTS)?.excluded,
    ).toBe('redirect-limit')
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'ftp://a.example/', 'http://'])(
    'rejects %s as a target',
    (target) => {
      expect(redirectItem(lease, target, anywhere(scoring([])), DEFAULTS)).toBeNull()
    },
  )
})

it('gives a seed the highest score, at depth 0', () => {
  expect(seedItem('http://a.example/')).toMatchObject({ score: 1, depth: 0, parent: null, tunnel: 0 })
  expect(seedItem('mailto:x@a.example')).toBeNull()
})
