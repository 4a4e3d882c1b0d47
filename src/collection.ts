import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConceptFiles } from './event/concept-files.ts'
import { withInlineConcepts } from './event/event-concepts.ts'
import { type EventWorld, parseEvent } from './event/event-file.ts'
import type { CrawlSpecification } from './model/crawl-options.ts'
import { firstSet, withDefaults } from './model/crawl-specification.ts'
import { EventideError } from './model/errors.ts'
import type { EventModel } from './model/event.ts'
import { lockCollection as lockDatabase, type Writer, writerOf } from './store/sqlite/lock.ts'
import { openSqliteStore, upgradeSqliteStore } from './store/sqlite/open.ts'
import type { Store } from './store/store.ts'

/** A folder that holds one event's crawl: copy it and you have it all. */
export interface Collection {
  readonly dir: string
  readonly archiveDir: string
  readonly event: EventModel
  readonly store: Store
}

const EVENT_FILE = 'event.yaml'
const DATABASE = 'collection.db'
const ARCHIVE = 'archive'

/** What to look for: with it alone, a folder is a collection that was not crawled yet. */
export function eventFileOf(dir: string): string {
  return join(dir, EVENT_FILE)
}

/** Where the pages are: only a crawl makes it. */
export function databaseOf(dir: string): string {
  return join(dir, DATABASE)
}

/** Versions of the event that were replaced. */
export function eventHistoryOf(dir: string): string {
  return join(dir, 'event-history')
}

/** Where the CDXJ index of a collection is kept. */
export function indexFileOf(dir: string): string {
  return join(dir, 'indexes', 'index.cdxj')
}

/** The key that signs a collection's packages; it never leaves the folder with them. */
export function signingKeyOf(dir: string): string {
  return join(dir, 'signing-key.pem')
}

/** Whether a crawl was ever started: an event alone makes a collection that was not crawled yet. */
export function isCrawled(dir: string): boolean {
  return existsSync(databaseOf(dir))
}

/** The process that crawls into a collection at the moment; null when none does. */
export function writerOfCollection(dir: string): Writer | null {
  return isCrawled(dir) ? writerOf(databaseOf(dir)) : null
}

/** Keeps other processes from writing to a collection until released; throws `locked` while one does. */
export function lockCollection(dir: string): { release(): void } {
  return lockDatabase(databaseOf(dir))
}

/** Opens a collection for reading; a crawl may be running on it at the same time. */
export async function openCollection(dir: string, world: EventWorld): Promise<Collection> {
  requireCollection(dir)
  const event = await readEvent(eventFileOf(dir), world)
  const store = await openSqliteStore(databaseOf(dir), { readOnly: true })
  return { dir, archiveDir: join(dir, ARCHIVE), event, store }
}

/** Refuses a folder that no crawl has written to. */
export function requireCollection(dir: string): void {
  if (existsSync(databaseOf(dir))) return
  throw new EventideError(
    'no-collection',
    `${dir} is not a collection (it has no ${DATABASE}); crawl into it first: eventide crawl ${dir} --event event.yaml`,
  )
}

/**
 * Brings a collection of an older Eventide up to date, if it is one; true when it was. `locked` while a crawl writes it, which has then
 * brought it up to date itself or belongs to the older Eventide.
 */
export async function upgradeCollection(dir: string): Promise<boolean> {
  const path = databaseOf(dir)
  try {
    await (await openSqliteStore(path, { readOnly: true })).close()
    return false
  } catch (error) {
    if (!(error instanceof EventideError) || error.code !== 'store-old') throw error
    await upgradeSqliteStore(path)
    return true
  }
}

export interface CrawlInto {
  /** Needed for a new collection. */
  readonly eventFile?: string
  /** URLs to start from, in addition to those of the event. */
  readonly seeds: readonly string[]
  /** Its delay is waited for after a lease that a killed run left behind, unless the event file sets one. */
  readonly specification?: CrawlSpecification
  /** Called with the event before anything is created; may throw. */
  readonly check?: (event: EventModel) => void
}

/**
 * Opens a collection to crawl into it, and makes it when it is new and everything about it is right. The event is
 * copied in and from then on belongs to the collection: another event for the same folder is refused, because two
 * events in one collection can never be separated again.
 */
export async function openForCrawl(dir: string, into: CrawlInto, world: EventWorld): Promise<Collection> {
  const own = eventFileOf(dir)
  const known = existsSync(own)
  if (!known && into.eventFile === undefined) {
    throw new EventideError(
      'no-event',
      `${dir} has no event yet: say what to look for with --event event.yaml (make one with: eventide event new)`,
    )
  }
  const event = await readEvent(known ? own : into.eventFile!, world)
  if (known && into.eventFile !== undefined) await refuseOtherEvent(own, into.eventFile, world)
  // Also where the event came first, made in the browser: a crawl of nothing would only look like one.
  if (!isCrawled(dir)) requireSeeds(dir, event, into)
  into.check?.(event)
  if (!known) {
    await mkdir(dir, { recursive: true })
    await writeFile(own, await selfContained(into.eventFile!), { flag: 'wx' })
  }
  const { delay: restMs } = withDefaults(firstSet(into.specification ?? {}, event.crawl ?? {}))
  const store = await openSqliteStore(databaseOf(dir), { restMs })
  return { dir, archiveDir: join(dir, ARCHIVE), event, store }
}

function requireSeeds(dir: string, event: EventModel, into: CrawlInto): void {
  if (event.seeds.length + into.seeds.length > 0) return
  throw new EventideError(
    'no-seeds',
    `${dir} has nothing to start from: give pages with --seeds seeds.txt, or list them under seeds: in the event`,
  )
}

export async function readEvent(file: string, world: EventWorld): Promise<EventModel> {
  return eventFrom(await readText(file), world, file)
}

/** The event that a text describes; ontology files are looked for from where `file` is. */
export async function eventFrom(text: string, world: EventWorld, file: string): Promise<EventModel> {
  return parseEvent(text, world, file, await readConceptFiles(text, file))
}

/** The text of an event file with the ontology files it names written out in it. */
export async function selfContained(file: string): Promise<string> {
  const text = await readText(file)
  return withInlineConcepts(text, await readConceptFiles(text, file))
}

async function refuseOtherEvent(own: string, given: string, world: EventWorld): Promise<void> {
  const known = await readText(own)
  if (given === own || known === (await readText(given)) || known === (await selfContained(given))) return
  await readEvent(given, world)
  throw new EventideError(
    'event-differs',
    `${given} is not the event of this collection (${own}); crawl another event into another folder, or leave out --event to resume`,
  )
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new EventideError(
      'no-file',
      `cannot read ${file}: ${(cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (cause as Error).message}`,
      { cause },
    )
  }
}
