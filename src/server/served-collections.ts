import { existsSync, readdirSync, type Stats, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { collectionId } from '../api/common.ts'
import { BoundedMap } from '../cache/bounded-map.ts'
import { type Collection, databaseOf, eventFileOf, isCrawled, openCollection } from '../collection.ts'
import type { EventContext } from '../event/event-file.ts'
import { EventideError } from '../model/errors.ts'
import { isWritable } from '../store/sqlite/write-permission.ts'
import type { Store } from '../store/store.ts'
import type { Collections } from './context.ts'

/** Each open collection may hold 16 MiB of database pages (`CACHE_KIB` of the store) in memory. */
const MAX_OPEN = 8

export interface ServedCollections extends Collections {
  /** Folders of collections whose names cannot be used in a URL. */
  leftOut(): Promise<string[]>
  close(): Promise<void>
}

interface OpenOne {
  /** Identifies the files that were opened; a replaced database or event file is opened again. */
  readonly files: string
  readonly collection: Promise<Collection>
}

/** The collections in a folder, one level deep, or the folder itself if it is a collection. */
export function openCollections(folder: string, eventContext: EventContext): ServedCollections {
  const root = resolve(folder)
  const alone = isCollection(root) ? idFor(basename(root)) : null
  const open = new BoundedMap<string, OpenOne>(MAX_OPEN)
  /** Open stores that may still be in use; unused ones are closed when garbage-collected. */
  const alive = new Set<WeakRef<Store>>()

  const names = (): string[] => {
    if (alone !== null) return [alone]
    return readdirSync(root)
      .filter((name) => isCollection(join(root, name)))
      .sort()
  }

  const dirOf = (id: string): string => {
    const checked = collectionId.safeParse(id)
    if (!checked.success)
      throw new EventideError('bad-collection', `${JSON.stringify(id)} is not a valid collection id`)
    if (alone === null) return join(root, id)
    if (id === alone) return root
    throw new EventideError(
      'one-collection',
      `This server serves one collection, "${alone}". Serve its parent folder to have others next to it`,
    )
  }

  const openNow = async (dir: string): Promise<Collection> => {
    const collection = await openCollection(dir, eventContext)
    for (const held of alive) if (held.deref() === undefined) alive.delete(held)
    alive.add(new WeakRef(collection.store))
    return collection
  }

  return {
    folder: root,
    isCollection: alone !== null,
    ids: async () => names().filter((name) => collectionId.safeParse(name).success),
    leftOut: async () => names().filter((name) => !collectionId.safeParse(name).success),
    dirOf,
    identityOf: async (id) => filesOf(dirOf(id)),
    async open(id) {
      const known = alone === null || id === alone
      const dir = known ? dirOf(id) : null
      const files = dir && filesOf(dir)
      if (!dir || !files)
        throw new EventideError('no-collection', `There is no collection "${id}" with pages`)
      const before = open.get(id)
      const now = before?.files === files ? before : { files, collection: openNow(dir) }
      open.set(id, now)
      try {
        return await now.collection
      } catch (error) {
        if (open.get(id) === now) open.delete(id)
        throw error
      }
    },
    async close() {
      await Promise.allSettled([...open.values()].map((one) => one.collection))
      open.clear()
      for (const held of alive) await held.deref()?.close()
      alive.clear()
    },
  }
}

function isCollection(dir: string): boolean {
  return existsSync(eventFileOf(dir)) || isCrawled(dir)
}

/** Null if there is no database. Synchronous, because every search asks: a call of the file system takes less time than waiting for one. */
function filesOf(dir: string): string | null {
  const database = statOf(databaseOf(dir))
  if (!database) return null
  const event = statOf(eventFileOf(dir))
  const files = `${database.dev}:${database.ino} ${event?.ino}:${event?.mtimeMs}:${event?.size}`
  // What is read without its log, or from a copy, does not follow a writer of another user by itself.
  return isWritable(dir) ? files : `${files} ${changesOf(databaseOf(dir))}`
}

/** Changes when a writer starts, when it ends, and when the database was changed in between. */
function changesOf(path: string): string {
  if (statOf(`${path}-shm`)) return 'written'
  const parts = [path, `${path}-wal`].map(statOf)
  return parts.map((part) => `${part?.mtimeMs}:${part?.size}`).join(' ')
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** A valid id for a single served collection, whatever its folder name. */
function idFor(name: string): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '-')
    .replace(/^[^a-z0-9]{1,80}/, '')
    .slice(0, 80)
  return id || 'collection'
}
