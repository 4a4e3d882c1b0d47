import { Counter, Gauge, type Registry } from 'prom-client'
import { isCrawled } from '../collection.ts'
import type { UrlState } from '../model/crawl.ts'
import type { Context } from './context.ts'

const STATES = ['queued', 'leased', 'done', 'failed', 'excluded'] as const satisfies readonly UrlState[]

/** The queue of each collection, and what visits and processes of crawls use. Returns what reads them. */
export function crawlMetrics(registry: Registry, { collections, crawls }: Context): () => Promise<void> {
  const registers = [registry]
  const urls = new Gauge({
    name: 'eventide_collection_urls',
    help: 'URLs of a collection by state; leased ones are being visited.',
    labelNames: ['collection', 'state'],
    registers,
  })
  const stageSeconds = new Counter({
    name: 'eventide_crawl_stage_seconds_total',
    help: 'Time that visits spent in each stage, since the server started.',
    labelNames: ['collection', 'stage'],
    registers,
  })
  const stageVisits = new Counter({
    name: 'eventide_crawl_stage_visits_total',
    help: 'Visits that went through each stage, since the server started.',
    labelNames: ['collection', 'stage'],
    registers,
  })
  const memory = new Gauge({
    name: 'eventide_crawl_resident_memory_bytes',
    help: 'Resident memory of the process of a running crawl.',
    labelNames: ['collection'],
    registers,
  })
  return async () => {
    const ids = await collections.ids()
    for (const metric of [urls, stageSeconds, stageVisits, memory]) metric.reset()
    for (const collection of ids.filter((id) => isCrawled(collections.dirOf(id)))) {
      // A collection that cannot be opened is reported by its status.
      const counts = await collections
        .open(collection)
        .then(({ store }) => store.counts())
        .catch(() => null)
      if (counts) for (const state of STATES) urls.set({ collection, state }, counts[state])
    }
    for (const { collection, times } of crawls.control.stages())
      for (const { stage, visits, ms } of times) {
        stageSeconds.inc({ collection, stage }, ms / 1000)
        stageVisits.inc({ collection, stage }, visits)
      }
    for (const { collection, bytes } of crawls.control.memory()) memory.set({ collection }, bytes)
  }
}
