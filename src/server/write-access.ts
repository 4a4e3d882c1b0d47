import type { z } from 'zod'
import type { writeAccess } from '../api/collections.ts'
import { databaseOf } from '../collection.ts'
import { isWritable, isWritableDatabase } from '../store/sqlite/write-permission.ts'
import type { Context } from './context.ts'

type WriteAccess = z.input<typeof writeAccess>

/** Why nothing new can be put into the served folder: a collection, or a comparison. Null if it can. */
export function folderReadOnly({
  mayWrite,
  whyReadOnly,
  collections,
}: Context): 'published' | 'folder' | null {
  if (!mayWrite && !whyReadOnly) return 'published'
  return !mayWrite || !isWritable(collections.folder) ? 'folder' : null
}

/** Why a collection cannot be changed, as the application shows it. What is refused is decided where it is done. */
export function accessOf(id: string, context: Context): WriteAccess {
  const { mayWrite, whyReadOnly, collections, crawls } = context
  if (!mayWrite) return { readOnly: whyReadOnly ? 'folder' : 'published', writer: null }
  if (!isWritableDatabase(databaseOf(collections.dirOf(id)))) return { readOnly: 'collection', writer: null }
  const writer = crawls.control.foreignWriter(id)
  return { readOnly: writer ? 'locked' : null, writer }
}
