import type { crawlRoutes } from '../../api/crawls.ts'
import { systemClock } from '../../crawl/clock.ts'
import type { CrawlControl } from '../crawls/crawl-control.ts'
import type { Handlers, LiveEvent } from '../handler.ts'

/** Minimum interval between two events of a stream. */
const LIVE_MS = 1_000
/** How often changes by other processes are polled. */
const LOOK_MS = 2_000

export const crawlHandlers: Handlers<keyof typeof crawlRoutes> = {
  'GET /api/crawls': async (_, { crawls }) => ({ crawls: await crawls.control.statuses() }),
  'GET /api/collections/:id/crawl': ({ params }, { crawls }) => crawls.control.live(params.id),
  'GET /api/collections/:id/crawl/live': async ({ params, signal }, { crawls: { control } }) => {
    const first = await control.live(params.id)
    return changes(control, 'crawl', signal, first, () => control.live(params.id))
  },
  'GET /api/live': async ({ signal }, { crawls: { control } }) => {
    const read = async () => ({ crawls: await control.statuses() })
    return changes(control, 'crawls', signal, await read(), read)
  },
  'POST /api/collections/:id/crawl/start': ({ params, body }, { crawls }) =>
    crawls.control.start(params.id, body),
  'POST /api/collections/:id/crawl/pause': ({ params }, { crawls }) => crawls.control.pause(params.id),
  'POST /api/collections/:id/crawl/resume': ({ params }, { crawls }) => crawls.control.resume(params.id),
  'POST /api/collections/:id/crawl/stop': ({ params }, { crawls }) => crawls.control.stop(params.id),
  'PUT /api/collections/:id/crawl/settings': ({ params, body }, { crawls }) =>
    crawls.control.change(params.id, body.settings),
  'PUT /api/collections/:id/pages/:page/curation': ({ params, body }, { crawls }) => {
    const { decision, reason = '' } = body
    return crawls.control.curate(params.id, { target: { page: params.page }, decision, reason })
  },
  'PUT /api/collections/:id/sources/:source/curation': ({ params, body }, { crawls }) => {
    const { decision, reason = '' } = body
    return crawls.control.curate(params.id, { target: { source: params.source }, decision, reason })
  },
  'GET /api/collections/:id/curation': async ({ params }, { crawls }) => ({
    entries: await crawls.control.curation(params.id),
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
  control: CrawlControl,
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
    if (!isNew) await control.nextChange(LOOK_MS - LIVE_MS, signal)
  }
}
