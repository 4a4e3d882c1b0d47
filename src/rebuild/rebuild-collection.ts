import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { diskLayer } from '../archive/archive-file.ts'
import { archiveOf, databaseOf, eventFileOf, lockCollection, readEvent } from '../collection.ts'
import type { EventContext } from '../event/event-file.ts'
import type { CrawlSpecification } from '../model/crawl-options.ts'
import { EventideError } from '../model/errors.ts'
import type { JournalEntry } from '../store/records.ts'
import { appendToJournal, journalOf, readJournal } from '../store/sqlite/journal.ts'
import { openSqliteStore, salvageJournal } from '../store/sqlite/open.ts'
import type { QueueCounts, Store } from '../store/store.ts'
import { type Replayed, replayArchive } from './replay-archive.ts'

export interface RebuiltCollection extends Replayed {
  readonly counts: QueueCounts
  /** Names of the files of the database that was there before. */
  readonly setAside: readonly string[]
}

/** What SQLite keeps beside a database. The log first: with a database that it does not belong to, it would damage that. */
const PARTS = ['-wal', '-shm', '']

/**
 * Makes the database of a collection again from its archive and its journal. It is built beside the old one, which is set aside only when the new
 * one is complete: when this is interrupted, everything is as it was, and it can be run again.
 */
export async function rebuildCollection(
  dir: string,
  eventContext: EventContext,
  settings: CrawlSpecification,
): Promise<RebuiltCollection> {
  const path = databaseOf(dir)
  if (!existsSync(eventFileOf(dir)))
    throw new EventideError(
      'no-event',
      `${dir} has no event.yaml, without which nothing can be rebuilt; put the event file of the collection back first`,
    )
  const event = await readEvent(eventFileOf(dir), eventContext)
  const lock = lockCollection(dir)
  try {
    const journal = completeJournal(path)
    const { counts, ...done } = await rebuiltBeside(path, (store) =>
      replayArchive({ event, store, archiveDir: archiveOf(dir), journal, settings }),
    )
    return { ...done, counts, setAside: await replaceDatabase(path, besideOf(path)) }
  } finally {
    lock.release()
  }
}

/** Fills a new database beside another one; nothing of it is left when that fails. */
async function rebuiltBeside(
  path: string,
  fill: (store: Store) => Promise<Replayed>,
): Promise<Replayed & { counts: QueueCounts }> {
  const beside = besideOf(path)
  await discard(beside)
  let store: Store | undefined
  try {
    store = await openSqliteStore(beside, { journal: false })
    const done = await fill(store)
    const counts = await store.counts()
    await store.close()
    return { ...done, counts }
  } catch (error) {
    // The error says more than what closing it may say then.
    await store?.close().catch(() => {})
    await discard(beside)
    throw error
  }
}

function besideOf(path: string): string {
  return `${path}.rebuilding`
}

/** Adds to the journal what only the old database knows: it must outlive that database, however often the rebuilding is interrupted. */
function completeJournal(path: string): JournalEntry[] {
  const noted = readJournal(journalOf(path))
  const known = new Set(noted.map((entry) => JSON.stringify(entry)))
  const added = salvageJournal(path).filter((entry) => !known.has(JSON.stringify(entry)))
  appendToJournal(journalOf(path), added)
  return [...noted, ...added]
}

/** Removes what an interrupted rebuilding left behind; only for the single writer of the collection. */
export async function discardUnfinished(dir: string): Promise<void> {
  await discard(besideOf(databaseOf(dir)))
}

async function replaceDatabase(path: string, by: string): Promise<string[]> {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const setAside: string[] = []
  for (const part of PARTS) {
    if (!existsSync(path + part)) continue
    const name = await unused(`${path}.before-rebuild-${stamp}`, part)
    await rename(path + part, name)
    setAside.push(basename(name))
  }
  await rename(by, path)
  await discard(by)
  await diskLayer.syncDirectory(dirname(path))
  return setAside
}

async function unused(stem: string, part: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = `${n === 1 ? stem : `${stem}-${n}`}${part}`
    if (!existsSync(name)) return name
  }
}

async function discard(database: string): Promise<void> {
  for (const part of [...PARTS, '.lock']) await rm(database + part, { force: true })
}
