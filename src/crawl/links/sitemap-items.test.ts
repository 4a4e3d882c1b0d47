import { expect, it } from 'vitest'
import type { JudgedPage, Lease } from '../../model/crawl.ts'
import { withDefaults } from '../../model/crawl-specification.ts'
import type { LinkReading } from '../../model/page.ts'
import { sitemapItems } from './sitemap-items.ts'

const DEFAULTS = withDefaults({})

const lease: Lease = {
  id: 7,
  token: 't',
  url: 'http://a.example/story',
  canonicalUrl: 'http://a.example/story',
  host: 'a.example',
  source: 'a.example',
  score: 0.6,
  depth: 2,
  parent: null,
  bestParent: null,
  evidence: {},
  redirects: 0,
  tunnel: 4,
  attempts: 0,
  lost: 0,
  blame: null,
  pace: null,
}
const seen: { links: readonly LinkReading[]; from: JudgedPage }[] = []
const parts = {
  strategy: {
    name: 'half of the parent',
    judge: () => ({ relevance: 0, relevant: false, evidence: {} }),
    score: (links: readonly LinkReading[], from: JudgedPage) => {
      seen.push({ links, from })
      return links.map(() => ({ score: from.verdict.relevance / 2, evidence: { own: part } }))
    },
  },
  whyNot: ({ host }: { host: string }) => (host === 'b.example' ? 'host-denied' : undefined),
}
const part = { value: 0.3, weight: 1, because: [] }

it('makes items scored by the strategy, with the robots.txt that listed them', () => {
  const items = sitemapItems(
    lease,
    ['http://a.example/s.xml', 'http://a.example/s.xml?utm_source=x', 'http://b.example/s.xml'],
    parts,
    DEFAULTS,
  )
  expect(items).toMatchObject([
    {
      canonicalUrl: 'http://a.example/s.xml',
      score: 0.3,
      depth: 3,
      parent: 7,
      tunnel: 4,
      evidence: { own: part, discovery: { because: ['robots.txt of a.example'] } },
    },
    { canonicalUrl: 'http://b.example/s.xml', excluded: 'host-denied' },
  ])
  expect(seen[0]?.from.page).toMatchObject({ url: 'http://a.example/robots.txt', form: 'sitemap' })
})

it('limits the number of sitemaps of one robots.txt', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `http://a.example/${i}.xml`)
  expect(sitemapItems(lease, many, parts, DEFAULTS)).toHaveLength(50)
  expect(sitemapItems(lease, [], parts, DEFAULTS)).toEqual([])
})
