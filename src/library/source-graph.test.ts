import { describe, expect, it } from 'vitest'
import type { SourceTally } from '../store/reads.ts'
import { sourceGraph } from './source-graph.ts'
import { listSources } from './source-list.ts'

function tally(source: string, changes: Partial<SourceTally> = {}): SourceTally {
  return {
    ...{ source, hosts: 1, fetched: 1, kept: 0, copies: 0, queued: 0, failed: 0, excluded: 0, delayMs: null },
    ...{
      failures: 0,
      restingUntil: 0,
      errors: [],
      firstPublished: null,
      lastPublished: null,
      relevance: 0.1,
    },
    ...{ depth: 0, curated: null },
    ...changes,
  }
}

const SOURCES = [
  tally('hub.example', { fetched: 9 }),
  tally('news.example', { fetched: 5, kept: 4, relevance: 0.8, depth: 1 }),
  tally('other.example', { fetched: 3, kept: 1 }),
  tally('waits.example', { fetched: 0, queued: 7 }),
]
const LINKS = [
  { from: 'hub.example', to: 'news.example', pages: 4 },
  { from: 'news.example', to: 'hub.example', pages: 1 },
  { from: 'news.example', to: 'news.example', pages: 2 },
  { from: 'other.example', to: 'news.example', pages: 1 },
]

describe('sourceGraph', () => {
  it('returns the sources with most pages, each with its parent', () => {
    const { nodes, edges, truncated } = sourceGraph({ sources: SOURCES, links: LINKS }, 2)
    expect(nodes.map(({ id }) => id)).toEqual(['hub.example', 'news.example'])
    expect(nodes[1]).toMatchObject({ fetched: 5, kept: 4, relevance: 0.8, depth: 1, page: null })
    expect(edges).toEqual([
      { from: 'hub.example', to: 'news.example', weight: 4 },
      { from: 'news.example', to: 'hub.example', weight: 1 },
    ])
    expect(truncated).toBe(true)
  })

  it('omits sources that were never requested', () => {
    const { nodes, truncated } = sourceGraph({ sources: SOURCES, links: LINKS }, 100)
    expect(nodes.map(({ id }) => id).sort()).toEqual(['hub.example', 'news.example', 'other.example'])
    expect(truncated).toBe(false)
  })
})

describe('listSources', () => {
  it('lists the most productive first, with the end of each pause', () => {
    const resting = tally('rests.example', { restingUntil: 5_000, queued: 1 })
    const listed = listSources([...SOURCES, resting], 1_000)
    expect(listed.map(({ source }) => source)).toEqual([
      'news.example',
      'other.example',
      'hub.example',
      'rests.example',
      'waits.example',
    ])
    expect(listed.map(({ restingUntil }) => restingUntil)).toEqual([
      null,
      null,
      null,
      '1970-01-01T00:00:05.000Z',
      null,
    ])
    expect(listSources([resting], 6_000)[0]?.restingUntil).toBeNull()
  })

  it('computes the importance of EV 7.1 in 0..1, one half when nothing is known', () => {
    const importance = (fetched: number, kept: number, copies = 0) =>
      listSources([tally('a', { fetched, kept, copies })], 0)[0]?.importance
    expect(importance(0, 0)).toBe(0.5)
    expect(importance(8, 8)).toBeCloseTo(0.9)
    expect(importance(8, 0)).toBeCloseTo(0.1)
    expect(importance(2, 0, 1)).toBeCloseTo(0.5)
  })
})
