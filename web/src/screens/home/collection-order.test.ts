import { expect, it } from 'vitest'
import { type Card, chosenCards, withLive } from './collection-order.ts'

const card = (id: string, more: Partial<Card> = {}): Card => ({
  id,
  name: `Event ${id}`,
  what: ['flood'],
  where: [{ name: 'Tacloban', lat: 11, lon: 125 }],
  start: '2013-11-03',
  end: null,
  strategy: 'adaptive',
  strategyOptions: {},
  fetched: 10,
  kept: 5,
  copies: 0,
  queued: 3,
  sources: 2,
  harvest: 0.5,
  bytes: 1,
  firstPublished: null,
  lastPublished: null,
  lastFetchedAt: null,
  state: 'idle',
  problem: null,
  ...more,
})

const crawl = {
  collection: 'a',
  name: 'Event a',
  state: 'running',
  settings: {},
  startedAt: null,
  ended: null,
  problem: null,
  fetched: 11,
  kept: 6,
  copies: 1,
  queued: 2,
  failed: 0,
  pagesPerSecond: 1,
  harvest: 6 / 11,
} as const

it('applies the live figures, except to collections that cannot be opened', () => {
  const [live, broken] = withLive(
    [card('a'), card('b', { problem: 'locked' })],
    [crawl, { ...crawl, collection: 'b' }],
  )
  expect(live).toMatchObject({ state: 'running', fetched: 11, kept: 6, sources: 2 })
  expect(broken).toMatchObject({ state: 'idle', fetched: 10 })
})

it('keeps collections in which every typed word occurs', () => {
  const cards = [card('a'), card('b', { what: ['台风'] }), card('c', { where: [] })]
  const ids = (filter: string) => chosenCards(cards, filter, 'name').map(({ id }) => id)
  expect(ids('TACLO flood')).toEqual(['a'])
  expect(ids('台风')).toEqual(['b'])
  expect(ids(' ')).toEqual(['a', 'b', 'c'])
})

it('sorts collections, those that cannot be opened last', () => {
  const cards = [
    card('a', { lastFetchedAt: '2026-01-01T00:00:00Z', kept: 1 }),
    card('b', { problem: 'locked', kept: 99, lastFetchedAt: '2026-03-01T00:00:00Z' }),
    card('c', { lastFetchedAt: '2026-02-01T00:00:00Z', kept: 3 }),
  ]
  const ids = (order: 'recent' | 'kept') => chosenCards(cards, '', order).map(({ id }) => id)
  expect(ids('recent')).toEqual(['c', 'a', 'b'])
  expect(ids('kept')).toEqual(['c', 'a', 'b'])
})
