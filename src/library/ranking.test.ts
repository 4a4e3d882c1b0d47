import { describe, expect, it } from 'vitest'
import type { Catalogue, PageFacts, TextQuery } from '../store/catalogue.ts'
import { CollectionIndex } from './collection-index.ts'
import { rankingOf } from './ranking.ts'

const PAGES = 120_000
const TITLED = 40

/** A page of every order; all hold the word, the last ones in their title, the later the more often. */
const facts = (order: number): PageFacts => ({
  order,
  id: order,
  host: 1,
  kept: true,
  curated: null,
  relevance: ((order * 7919) % PAGES) / PAGES,
  language: 'en',
  kind: 'article',
  published: null,
  copyOf: null,
  terms: 10,
  places: [],
  who: [],
})
const asked: number[] = []
const catalogue = {
  version: async () => ({ pages: PAGES, changes: 0 }),
  facts: async (after: number, limit: number) =>
    Array.from({ length: Math.min(limit, PAGES - after) }, (_, i) => facts(after + i + 1)),
  hosts: async () => [{ number: 1, host: 'a.example', source: 'a.example' }],
  places: async () => [],
  who: async () => [],
  matching: async (index: string, { must }: TextQuery, range: { from: number; to: number }) => {
    if (index === 'rejected') return new Uint32Array(0)
    const from = must[0]![0]!.inTitle ? Math.max(range.from, PAGES - TITLED + 1) : range.from
    return Uint32Array.from({ length: Math.max(0, range.to - from + 1) }, (_, i) => from + i)
  },
  // As for a word that occurs too often to be read at once.
  wordOccurrences: async () => null,
  occurrences: async (
    _: string,
    __: unknown,
    { from, to }: { from: number; to: number },
    among: Uint8Array,
  ) => {
    const orders = Uint32Array.from(among.keys()).filter(
      (order) => order >= from && order <= to && among[order] === 1,
    )
    asked.push(orders.length)
    const inTitle = orders.map((order) => (order > PAGES - TITLED ? order - (PAGES - TITLED) : 0))
    return { orders, inTitle, inText: orders.map(() => 1) }
  },
} as unknown as Catalogue

describe('a word on more pages than are ranked', () => {
  const query = {
    words: [{ negated: false, alternatives: [{ text: 'storm' }] }],
    either: [],
    conditions: [],
    picked: {},
    nothing: false,
  }
  const index = new CollectionIndex(catalogue, { resolve: () => undefined }, () => 0)

  it('ranks pages with the word in the title and the most relevant ones; the others follow by relevance', async () => {
    const selection = await index.select(query)
    expect(selection.total).toBe(PAGES)
    const first = await rankingOf(selection, 'relevance', 20, false)
    expect(first.orders[0]).toBe(PAGES)
    expect(asked.reduce((sum, n) => sum + n)).toBe(5_000)

    const { orders } = await rankingOf(selection, 'relevance', PAGES, false)
    expect(new Set(orders).size).toBe(PAGES)
    const relevances = orders.slice(5_000).map((order) => facts(order).relevance)
    expect(relevances).toEqual([...relevances].sort((a, b) => b - a))
    expect(Math.min(...orders.slice(0, TITLED))).toBe(PAGES - TITLED + 1)
  })

  it('computes a ranking once', async () => {
    const selection = await index.select(query)
    const before = asked.length
    await rankingOf(selection, 'relevance', 50, false)
    expect(asked).toHaveLength(before)
    expect(await index.select(query)).toBe(selection)
  })
})
