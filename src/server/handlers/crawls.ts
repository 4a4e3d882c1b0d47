import type { crawlRoutes } from '../../api/crawls.ts'
import { systemClock } from '../../crawl/clock.ts'
import type { CrawlDesk } from '../crawls/desk.ts'
import type { Handlers, LiveEvent } from '../handler.ts'

/** Minimum interval between two events of a stream. */
const LIVE_MS = 1_000
/** How often changes by other processes are polled. */
const LOOK_MS = 2_000

export const crawlHandlers: Handlers<keyof typeof crawlRoutes> = {
  'GET /api/crawls': async (_, { crawls }) => ({ crawls: await crawls.desk.statuses() }),
  'GET /api/collections/:id/crawl': ({ params }, { crawls }) => crawls.desk.live(params.id),
  'GET /api/collections/:id/crawl/live': async ({ params, signal }, { crawls: { desk } }) => {
    const first = await desk.live(params.id)
    return changes(desk, 'crawl', signal, first, () => desk.live(params.id))
  },
  'GET /api/live': async ({ signal }, { crawls: { desk } }) => {
    const read = async () => ({ crawls: await desk.statuses() })
    return changes(desk, 'crawls', signal, await read(), read)
  },
  'POST /api/collections/:id/crawl/start': ({ params, body }, { crawls }) =>
    crawls.desk.start(params.id, body),
  'POST /api/collections/:id/crawl/pause': ({ params }, { crawls }) => crawls.desk.pause(params.id),
  'POST /api/collections/:id/crawl/resume': ({ params }, { crawls }) => crawls.desk.resume(params.id),
  'POST /api/collections/:id/crawl/stop': ({ params }, { crawls }) => crawls.desk.stop(params.id),
  'PUT /api/collections/:id/crawl/settings': ({ params, body }, { crawls }) =>
    crawls.desk.change(params.id, body.settings),
  'PUT /api/collections/:id/pages/:page/curation': ({ params, body }, { crawls }) => {
    const { decision, reason = '' } = body
    return crawls.desk.curate(params.id, { target: { page: params.page }, decision, reason })
  },
  'PUT /api/collections/:id/sources/:source/curation': ({ params, body }, { crawls }) => {
    const { decision, reason = '' } = body
    return crawls.desk.curate(params.id, { target: { source: params.source }, decision, reason })
  },
  'GET /api/collections/:id/curation': async ({ params }, { crawls }) => ({
    entries: await crawls.desk.curation(params.id),
  }),
  'GET /api/schedules': async (_, { crawls }) => ({ schedules: await crawls.schedules.list() }),
  'POST /api/schedules': ({ body }, { crawls }) => crawls.schedules.add(body),
  'DELETE /api/schedules/:schedule': async ({ params }, { crawls }) => {
    await crawls.schedules.remove(params.schedule)
    return { ok: true }
  },
}

/** Yields the result of `read` immediately and whenever it changes. Nothing is read until the consumer takes the next event. */
async function* changes<T>(
  desk: CrawlDesk,
  event: string,
  signal: AbortSignal,
  first: T,
  read: () => Promise<T>,
): AsyncGenerator<LiveEvent> {
  let last = ''
  for (let data = first; !signal.aborted; data = await read()) {
    const text = JSON.stringify(data)
    const isNew = text !== last
    last = text
    if (isNew) yield { event, data }
    await systemClock.wait(LIVE_MS, signal)
    if (!isNew) await desk.nextChange(LOOK_MS - LIVE_MS, signal)
  }
}
