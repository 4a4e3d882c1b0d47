import type { StoredSpecification } from '../../../../src/model/crawl-options.ts'
import type { Reply } from '../../api/client.ts'

export type Card = Reply<'GET /api/collections/:id'>
/** With the settings of its crawl, once they are loaded. */
export type ShownCard = Card & { readonly settings?: StoredSpecification }

type CrawlStatus = Reply<'GET /api/crawls'>['crawls'][number]

export const ORDERS = [
  { value: 'recent', label: 'Last crawled' },
  { value: 'name', label: 'Name' },
  { value: 'kept', label: 'Pages kept' },
  { value: 'harvest', label: 'Harvest' },
  { value: 'event', label: 'Event date' },
] as const

export type OrderName = (typeof ORDERS)[number]['value']

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const later = (a: string | null, b: string | null) => (b ?? '').localeCompare(a ?? '')

const COMPARE: Record<OrderName, (a: Card, b: Card) => number> = {
  recent: (a, b) => later(a.lastFetchedAt, b.lastFetchedAt),
  name: (a, b) => words.compare(a.name, b.name),
  kept: (a, b) => b.kept - a.kept,
  harvest: (a, b) => b.harvest - a.harvest,
  event: (a, b) => later(a.start, b.start),
}

/** Cards with the newer figures of the live stream. */
export function withLive(cards: readonly Card[], crawls: readonly CrawlStatus[]): readonly ShownCard[] {
  const byId = new Map(crawls.map((crawl) => [crawl.collection, crawl]))
  return cards.map((card) => {
    const crawl = byId.get(card.id)
    if (!crawl || card.problem !== null) return card
    const { state, settings, fetched, kept, copies, queued, harvest } = crawl
    return { ...card, state, settings, fetched, kept, copies, queued, harvest }
  })
}

/** Those in which every typed word occurs somewhere, in the given order. */
export function chosenCards(
  cards: readonly ShownCard[],
  filter: string,
  order: OrderName,
): readonly ShownCard[] {
  const typed = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const chosen = cards.filter((card) => {
    const where = card.where.map((place) => place.name)
    const text = [card.id, card.name, card.state, card.strategy, ...card.what, ...where].join(' ')
    const lower = text.toLocaleLowerCase()
    return typed.every((word) => lower.includes(word))
  })
  const broken = (card: Card) => Number(card.problem !== null)
  return chosen.toSorted(
    (a, b) => broken(a) - broken(b) || COMPARE[order](a, b) || words.compare(a.name, b.name),
  )
}
