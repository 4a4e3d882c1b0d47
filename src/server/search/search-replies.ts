import { performance } from 'node:perf_hooks'
import type { EventContext } from '../../event/event-file.ts'
import { countCollections, countFacets } from '../../library/facets.ts'
import { mapOf } from '../../library/place-map.ts'
import { searchLibrary } from '../../library/search.ts'
import type { SearchQuery } from '../../library/search-query.ts'
import { type SearchedCollection, selectMatches } from '../../library/search-selections.ts'
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
  readonly eventContext: EventContext
}

/** Results, facets, timeline, map and statistics of a query. They take milliseconds of computing, so the server runs them on threads. */
export const searchReplies: Replies<SearchRoute, SearchSetting> = {
  async 'GET /api/search'(query, context) {
    const started = performance.now()
    const { in: ids, sort, limit, offset, ...searchQuery } = query
    const { collections, notes } = await openRequested(ids, context)
    const reply = await searchLibrary(collections, searchQuery, { sort, limit, offset }, context.eventContext)
    const ms = Math.round((performance.now() - started) * 10) / 10
    const { folder } = context.collections
    return { ...reply, ms, notes: [...notes, ...reply.notes].map((note) => withoutPaths(note, folder)) }
  },

  async 'GET /api/facets'(query, context) {
    const { in: ids, ...searchQuery } = query
    const { collections } = await openRequested(ids, context)
    const facets = countFacets(await selectMatches(collections, searchQuery, context.eventContext))
    return { ...facets, collection: await collectionFacet(collections, ids, searchQuery, context) }
  },

  async 'GET /api/timeline'(query, context) {
    const { in: ids, by, ...searchQuery } = query
    const { collections } = await openRequested(ids, context)
    return timelineOf(collections, searchQuery, by, context.eventContext)
  },

  async 'GET /api/map'(query, context) {
    const { in: ids, limit, ...searchQuery } = query
    const { collections } = await openRequested(ids, context)
    return mapOf(collections, searchQuery, limit, context.eventContext)
  },

  async 'GET /api/statistics'(query, context) {
    const { in: ids, topics, by, ...searchQuery } = query
    const { collections } = await openRequested(ids, context)
    return statisticsOf(collections, searchQuery, topics, by, context.eventContext)
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
  searchQuery: SearchQuery,
  context: SearchSetting,
) {
  const wider = ids?.length && (await context.collections.ids()).length <= MAX_COUNTED
  const collections = wider ? (await openRequested(undefined, context)).collections : requested
  return countCollections(await selectMatches(collections, searchQuery, context.eventContext), collections)
}
