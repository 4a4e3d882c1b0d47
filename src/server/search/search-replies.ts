import { performance } from 'node:perf_hooks'
import type { EventWorld } from '../../event/event-file.ts'
import { ask, type SearchedCollection } from '../../library/ask.ts'
import { countCollections, countFacets } from '../../library/facets.ts'
import { mapOf } from '../../library/place-map.ts'
import type { Question } from '../../library/question.ts'
import { searchLibrary } from '../../library/search.ts'
import { statisticsOf } from '../../library/statistics.ts'
import { timelineOf } from '../../library/timeline.ts'
import { EventideError } from '../../model/errors.ts'
import type { Collections } from '../context.ts'
import type { Replies } from '../handler.ts'
import { withoutPaths } from '../own-paths.ts'

/** With more collections than this, those not selected are not opened just for the collection facet. */
const MAX_COUNTED = 8

export type SearchRoute =
  | 'GET /api/search'
  | 'GET /api/facets'
  | 'GET /api/timeline'
  | 'GET /api/map'
  | 'GET /api/statistics'

/** What searches need of the server. */
export interface SearchSetting {
  readonly collections: Collections
  readonly world: EventWorld
}

/** Results, facets, timeline, map and statistics of a query. They take milliseconds of computing, so the server runs them on threads. */
export const searchReplies: Replies<SearchRoute, SearchSetting> = {
  async 'GET /api/search'(query, context) {
    const started = performance.now()
    const { in: ids, sort, limit, offset, ...question } = query
    const { collections, notes } = await openRequested(ids, context)
    const reply = await searchLibrary(collections, question, { sort, limit, offset }, context.world)
    const ms = Math.round((performance.now() - started) * 10) / 10
    const { folder } = context.collections
    return { ...reply, ms, notes: [...notes, ...reply.notes].map((note) => withoutPaths(note, folder)) }
  },

  async 'GET /api/facets'(query, context) {
    const { in: ids, ...question } = query
    const { collections } = await openRequested(ids, context)
    const facets = countFacets(await ask(collections, question, context.world))
    return { ...facets, collection: await collectionFacet(collections, ids, question, context) }
  },

  async 'GET /api/timeline'(query, context) {
    const { in: ids, by, ...question } = query
    const { collections } = await openRequested(ids, context)
    return timelineOf(collections, question, by, context.world)
  },

  async 'GET /api/map'(query, context) {
    const { in: ids, limit, ...question } = query
    const { collections } = await openRequested(ids, context)
    return mapOf(collections, question, limit, context.world)
  },

  async 'GET /api/statistics'(query, context) {
    const { in: ids, topics, by, ...question } = query
    const { collections } = await openRequested(ids, context)
    return statisticsOf(collections, question, topics, by, context.world)
  },
}

/** Opens the requested collections, or all that can be opened. */
async function openRequested(
  ids: readonly string[] | undefined,
  context: SearchSetting,
): Promise<{ collections: SearchedCollection[]; notes: string[] }> {
  const collections: SearchedCollection[] = []
  const notes: string[] = []
  for (const id of new Set(ids?.length ? ids : await context.collections.ids())) {
    try {
      const { event, store } = await context.collections.open(id)
      collections.push({ id, event, store })
    } catch (error) {
      if (ids?.length || !(error instanceof EventideError)) throw error
      // A collection without a crawl has no pages to report as missing.
      if (error.code !== 'no-collection') notes.push(`${id} could not be searched: ${error.message}`)
    }
  }
  return { collections, notes }
}

/** Counted over all collections, because every facet ignores its own selection. */
async function collectionFacet(
  requested: readonly SearchedCollection[],
  ids: readonly string[] | undefined,
  question: Question,
  context: SearchSetting,
) {
  const wider = ids?.length && (await context.collections.ids()).length <= MAX_COUNTED
  const collections = wider ? (await openRequested(undefined, context)).collections : requested
  return countCollections(await ask(collections, question, context.world), collections)
}
