import { collectionRoutes } from './collections.ts'
import { crawlRoutes } from './crawls.ts'
import { eventRoutes } from './events.ts'
import { labRoutes } from './lab.ts'
import { libraryRoutes } from './library.ts'
import type { Call } from './route.ts'

/** The whole HTTP API. The server registers exactly these routes, and the browser's client is typed by them. */
export const routes = {
  ...collectionRoutes,
  ...eventRoutes,
  ...libraryRoutes,
  ...crawlRoutes,
  ...labRoutes,
} as const

export type Routes = typeof routes
export type Name = keyof Routes
export type Calls = { readonly [N in Name]: Call<Routes[N]> }
