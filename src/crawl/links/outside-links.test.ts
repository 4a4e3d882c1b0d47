import { expect, it } from 'vitest'
import type { Lease } from '../../model/crawl.ts'
import { sampleLink } from '../../page/sample-reading.ts'
import { OutsideLinks } from './outside-links.ts'

const lease = { id: 7, depth: 2, tunnel: 1 } as Lease
const fence = (host: string) => (host === 'in.example' ? undefined : 'host-not-allowed')

it('records links to hosts that may not be visited once, with the reason and the first page that has them', () => {
  const outside = new OutsideLinks(fence)
  const links = [
    sampleLink('https://out.example/a#top', 'A'),
    sampleLink('https://in.example/b', 'B'),
    sampleLink('https://out.example/a', 'A again'),
    sampleLink('mailto:someone', 'C'),
  ]
  expect(outside.items(lease, links)).toEqual([
    {
      url: 'https://out.example/a',
      canonicalUrl: 'https://out.example/a',
      host: 'out.example',
      source: 'out.example',
      anchor: 'A',
      score: 0,
      evidence: {},
      parent: 7,
      depth: 3,
      redirects: 0,
      tunnel: 1,
      excluded: 'host-not-allowed',
    },
  ])
  expect(outside.items({ ...lease, id: 8 }, links)).toEqual([])
})
