import type { Name } from '../api/routes.ts'
import type { Handlers } from './handler.ts'
import { collectionHandlers } from './handlers/collections.ts'
import { crawlHandlers } from './handlers/crawls.ts'
import { eventHandlers } from './handlers/events.ts'
import { labHandlers } from './handlers/lab.ts'
import { pagesHandlers } from './handlers/pages.ts'
import { searchHandlers } from './handlers/search.ts'

/** The handlers of all routes. */
export const handlers: Handlers<Name> = {
  ...collectionHandlers,
  ...eventHandlers,
  ...searchHandlers,
  ...pagesHandlers,
  ...crawlHandlers,
  ...labHandlers,
}
