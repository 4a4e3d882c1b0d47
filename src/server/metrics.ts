import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { crawlState } from '../api/collections.ts'
import type { Streams } from './api-routes.ts'
import type { Context } from './context.ts'
import { crawlMetrics } from './crawl-metrics.ts'

/** In seconds: from an in-memory lookup to a search of millions of pages. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Prometheus metrics: the process, requests, live streams, and the progress of each collection. `isPublic`: no token is needed. */
export function addMetrics(
  app: FastifyInstance,
  context: Context,
  { live, slots }: Streams,
  isPublic = false,
): void {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'eventide_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'eventide_http_request_duration_seconds',
    help: 'Duration of responses, by route.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  })
  new Gauge({
    name: 'eventide_live_streams',
    help: 'Open live streams.',
    registers,
    collect() {
      this.set(live.count)
    },
  })
  new Gauge({
    name: 'eventide_downloads',
    help: 'Exports and other downloads in progress.',
    registers,
    collect() {
      this.set(slots.file.inUse)
    },
  })
  const pages = new Gauge({
    name: 'eventide_collection_pages',
    help: 'Pages of a collection: fetched, kept, copies of kept pages, and queued URLs.',
    labelNames: ['collection', 'state'],
    registers,
  })
  const running = new Gauge({
    name: 'eventide_crawls',
    help: 'Crawls by state.',
    labelNames: ['state'],
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    // Not the URL itself: clients could create any number of label values.
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const labels = { method: request.method, route }
    requests.inc({ ...labels, status: reply.statusCode })
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
  const machine = machineMetrics(registry, context)
  const crawls = crawlMetrics(registry, context)
  app.get('/metrics', { config: { access: isPublic ? 'public' : 'read' } }, async (_request, reply) => {
    const statuses = await context.crawls.control.statuses()
    countPages(statuses, pages)
    countCrawls(statuses, running)
    await Promise.all([machine(), crawls()])
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

type Status = Awaited<ReturnType<Context['crawls']['control']['statuses']>>[number]

function countPages(statuses: readonly Status[], pages: Gauge<'collection' | 'state'>): void {
  pages.reset()
  for (const status of statuses) {
    for (const state of ['fetched', 'kept', 'copies', 'queued', 'failed'] as const) {
      pages.set({ collection: status.collection, state }, status[state])
    }
  }
}

function countCrawls(statuses: readonly Status[], running: Gauge<'state'>): void {
  running.reset()
  for (const state of crawlState.options) running.set({ state }, 0)
  for (const { state } of statuses) running.inc({ state })
}

/** Memory, processor time and event-loop delay under the usual names, free disk space, and searches that wait. */
function machineMetrics(registry: Registry, { collections, searches }: Context): () => Promise<void> {
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'eventide_searches_waiting',
    help: 'Searches that no thread has begun.',
    registers: [registry],
    collect() {
      this.set(searches.waiting)
    },
  })
  const free = new Gauge({
    name: 'eventide_disk_free_bytes',
    help: 'Free space on the disk of the served folder.',
    registers: [registry],
  })
  return async () => {
    const disk = await statfs(collections.folder).catch(() => null)
    if (disk) free.set(disk.bavail * disk.bsize)
    else free.remove()
  }
}
