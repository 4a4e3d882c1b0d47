import type { Handlers } from '../handler.ts'
import type { SearchRoute } from '../search/search-replies.ts'

export const searchHandlers: Handlers<SearchRoute> = {
  'GET /api/search': ({ query, signal }, { searches }) => searches.reply('GET /api/search', query, signal),
  'GET /api/facets': ({ query, signal }, { searches }) => searches.reply('GET /api/facets', query, signal),
  'GET /api/timeline': ({ query, signal }, { searches }) =>
    searches.reply('GET /api/timeline', query, signal),
  'GET /api/map': ({ query, signal }, { searches }) => searches.reply('GET /api/map', query, signal),
  'GET /api/statistics': ({ query, signal }, { searches }) =>
    searches.reply('GET /api/statistics', query, signal),
}
