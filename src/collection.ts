import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { diskLayer } from './archive/archive-file.ts'
import { writeDurably } from './archive/durable-file.ts'
import { readConceptFiles } from './event/concept-files.ts'
import { withInlineConcepts } from './event/event-concepts.ts'
import { type EventContext, parseEvent } from './event/event-file.ts'
import type { CrawlSpecification } from './model/crawl-options.ts'
import { firstSet, withDefaults } from './model/crawl-specification.ts'
import { EventideError } from './model/errors.ts'
import type { EventModel } from './model/event.ts'
import { unreadable } from './model/unreadable-file.ts'
import { journalOf } from './store/sqlite/journal.ts'
import { lockCollection as lockDatabase, type Writer, writerOf } from './store/sqlite/lock.ts'
import { openSqliteStore, upgradeSqliteStore } from './store/sqlite/open.ts'
import { refusedIn } from './store/sqlite/write-permission.ts'
import type { Store } from './store/store.ts'

/** A folder with everything about one event's crawl; it can be copied as a whole. */
export interface Collection {
  readonly dir: string
  readonly archiveDir: string
  readonly event: EventModel
  readonly store: Store
}

const EVENT_FILE = 'event.yaml'
const DATABASE = 'collection.db'
const ARCHIVE = 'archive'

/** The event file. A folder with only this file is a collection that was not crawled yet. */
export function eventFileOf(dir: string): string {
  return join(dir, EVENT_FILE)
}

/** The database, which is created by the first crawl. */
export function databaseOf(dir: string): string {
  return join(dir, DATABASE)
}

/** Where the WARC files are. */
export function archiveOf(dir: string): string {
  return join(dir, ARCHIVE)
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
export async function openCollection(dir: string, eventContext: EventContext): Promise<Collection> {
  requireCollection(dir)
  const event = await readEvent(eventFileOf(dir), eventContext)
  const store = await openSqliteStore(databaseOf(dir), { readOnly: true, hasContents: hasCrawled(dir) })
  return { dir, archiveDir: archiveOf(dir), event, store }
}

/** Whether something of a crawl is in the folder, although its database may be gone: archived pages, or what people told it. */
function hasCrawled(dir: string): boolean {
  if (existsSync(journalOf(databaseOf(dir)))) return true
  const archive = archiveOf(dir)
  return existsSync(archive) && namesIn(archive).some((name) => /\.warc(\.gz)?$/.test(name))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw unreadable(folder, cause)
  }
}

/** Refuses a folder that no crawl has written to, and one whose database is gone. */
export function requireCollection(dir: string): void {
  if (existsSync(databaseOf(dir)) || hasCrawled(dir)) return
  requireReadable(dir)
  throw new EventideError(
    'no-collection',
    `${dir} is not a collection (it has no ${DATABASE}); crawl into it first: eventide crawl ${dir} --event event.yaml`,
  )
}

/** Refuses a folder that this process may not read: what is in it would seem to be missing. */
function requireReadable(dir: string): void {
  try {
    accessSync(dir, constants.R_OK | constants.X_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM') throw unreadable(dir, cause)
  }
}

/**
 * Upgrades a collection of an older Eventide; true if it was one. Rejects with `locked` while a crawl writes to it: that crawl has then
 * upgraded it, or belongs to the older Eventide.
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
  /** Sets the pause after leases of a killed run, unless the event file sets a delay. */
  readonly specification?: CrawlSpecification
  /** Called with the event before anything is created; may throw. */
  readonly check?: (event: EventModel) => void
}

/**
 * Opens a collection for a crawl; creates it if it is new and the request is valid. The event is copied into it; another event for the
 * same folder is refused, because two events in one collection cannot be separated again.
 */
export async function openForCrawl(
  dir: string,
  into: CrawlInto,
  eventContext: EventContext,
): Promise<Collection> {
  const own = eventFileOf(dir)
  const known = existsSync(own)
  if (!known && into.eventFile === undefined) {
    throw new EventideError(
      'no-event',
      `${dir} has no event yet: say what to look for with --event event.yaml (make one with: eventide event new)`,
    )
  }
  const event = await readEvent(known ? own : into.eventFile!, eventContext)
  if (known && into.eventFile !== undefined) await refuseOtherEvent(own, into.eventFile, eventContext)
  // Also if the event was created in the browser: a crawl needs seeds.
  if (!isCrawled(dir)) requireSeeds(dir, event, into)
  into.check?.(event)
  if (!known) {
    const text = await selfContained(into.eventFile!)
    try {
      await diskLayer.makeDirectory(dir)
      await writeDurably(own, text)
    } catch (error) {
      throw refusedIn(existsSync(dir) ? dir : dirname(resolve(dir)), error)
    }
  }
  const { delay: restMs } = withDefaults(firstSet(into.specification ?? {}, event.crawl ?? {}))
  const store = await openSqliteStore(databaseOf(dir), { restMs, hasContents: hasCrawled(dir) })
  return { dir, archiveDir: archiveOf(dir), event, store }
}

function requireSeeds(dir: string, event: EventModel, into: CrawlInto): void {
  if (event.seeds.length + into.seeds.length > 0) return
  throw new EventideError(
    'no-seeds',
    `${dir} has nothing to start from: give pages with --seeds seeds.txt, or list them under seeds: in the event`,
  )
}

export async function readEvent(file: string, eventContext: EventContext): Promise<EventModel> {
  return eventFrom(await readText(file), eventContext, file)
}

/** The event that a text describes; ontology files are looked up from the folder of `file`. */
export async function eventFrom(text: string, eventContext: EventContext, file: string): Promise<EventModel> {
  return parseEvent(text, eventContext, file, await readConceptFiles(text, file))
}

/** The text of an event file with its ontology files inlined. */
export async function selfContained(file: string): Promise<string> {
  const text = await readText(file)
  return withInlineConcepts(text, await readConceptFiles(text, file))
}

async function refuseOtherEvent(own: string, given: string, eventContext: EventContext): Promise<void> {
  const known = await readText(own)
  if (given === own || known === (await readText(given)) || known === (await selfContained(given))) return
  await readEvent(given, eventContext)
  throw new EventideError(
    'event-differs',
    `${given} is not the event of this collection (${own}); crawl another event into another folder, or leave out --event to resume`,
  )
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw unreadable(file, cause)
  }
}
