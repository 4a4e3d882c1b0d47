import type { z } from 'zod'
import type { crawlLive, crawlStatus } from '../../api/crawls.ts'
import { eventFileOf, isCrawled, readEvent, writerOfCollection } from '../../collection.ts'
import { harvestRatio } from '../../crawl/loop/stats.ts'
import type { EventContext } from '../../event/event-file.ts'
import { EventideError } from '../../model/errors.ts'
import type { Store } from '../../store/store.ts'
import type { Collections } from '../context.ts'
import { type CrawlFile, readCrawlFile } from './crawl-file.ts'
import { storedPart } from './stored-settings.ts'
import { storedView } from './stored-view.ts'

export type CrawlStatus = z.input<typeof crawlStatus>
export type CrawlLive = z.input<typeof crawlLive>

const NOTHING = { fetched: 0, kept: 0, copies: 0, queued: 0, failed: 0, pagesPerSecond: 0, harvest: 0 }
const NO_VIEW = { curve: [], hosts: [], workers: [], verdicts: [] }
const NO_FILE: CrawlFile = { settings: {}, web: null, run: null, last: null }

export interface Places {
  readonly collections: Collections
  readonly eventContext: EventContext
}

/**
 * The state of a crawl that does not run here, from the files of the collection. Never rejects: what cannot be read is
 * reported as a problem.
 */
export async function idleStatus({ collections, eventContext }: Places, id: string): Promise<CrawlStatus> {
  const dir = collections.dirOf(id)
  const fails = (error: unknown) => (error instanceof Error ? error.message : String(error))
  let problem: string | null = null
  const file = await readCrawlFile(dir).catch((error: unknown) => {
    problem = fails(error)
    return NO_FILE
  })
  const empty = {
    collection: id,
    name: id,
    settings: storedPart(file.settings),
    startedAt: null,
    ended: null,
    ...NOTHING,
  }
  try {
    if (!isCrawled(dir)) {
      const { name } = await readEvent(eventFileOf(dir), eventContext)
      return {
        ...empty,
        name,
        state: file.last?.problem ? 'failed' : 'new',
        problem: problem ?? file.last?.problem ?? null,
      }
    }
    const { store, event } = await collections.open(id)
    const { fetched, kept, copies, queued, leased, failed } = await store.counts()
    const numbers = {
      fetched,
      kept,
      copies,
      queued: queued + leased,
      failed,
      harvest: harvestRatio({ fetched, kept }),
    }
    return {
      ...empty,
      ...numbers,
      name: event.name,
      ...ending(dir, file),
      ...(problem !== null && { problem }),
    }
  } catch (error) {
    if (error instanceof EventideError && error.code === 'no-collection') throw error
    return { ...empty, state: 'failed', problem: fails(error) }
  }
}

export async function idleLive(places: Places, id: string, now: number): Promise<CrawlLive> {
  const status = await idleStatus(places, id)
  const dir = places.collections.dirOf(id)
  const { last } = await readCrawlFile(dir).catch(() => NO_FILE)
  const reported = { errors: last?.errors ?? [], notices: last?.notices ?? [] }
  if (!isCrawled(dir)) return { ...status, ...NO_VIEW, ...reported }
  const store: Store | null = await places.collections.open(id).then(
    (collection) => collection.store,
    () => null,
  )
  return { ...status, ...(store ? await storedView(store, now) : NO_VIEW), ...reported }
}

/** Another process that crawls into a collection; null if there is none. */
export function foreignWriter(dir: string) {
  const writer = writerOfCollection(dir)
  return writer?.pid === process.pid ? null : writer
}

function ending(
  dir: string,
  { run, last }: CrawlFile,
): Pick<CrawlStatus, 'state' | 'startedAt' | 'ended' | 'interrupted' | 'problem'> {
  const writer = foreignWriter(dir)
  if (writer) return { state: 'running', startedAt: writer.since, ended: null, problem: null }
  if (run) {
    const ended = `The server ended while the crawl was ${run.state}; start it to resume`
    return { state: 'idle', startedAt: run.since, ended, interrupted: true, problem: null }
  }
  const { startedAt = null, ended = null, interrupted = false, problem = null } = last ?? {}
  return { state: problem === null ? 'idle' : 'failed', startedAt, ended, interrupted, problem }
}
