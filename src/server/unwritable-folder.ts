import { databaseOf } from '../collection.ts'
import { needsCopy } from '../store/sqlite/read-connection.ts'
import { isWritable } from '../store/sqlite/write-permission.ts'
import type { Collections } from './context.ts'

/** Why nothing in a served folder can be changed; null if the folder or a collection in it can be written. */
export async function whyReadOnly(collections: Collections): Promise<string | null> {
  const { folder } = collections
  if (isWritable(folder) || (await dirsOf(collections)).some(isWritable)) return null
  return `The folder ${folder} cannot be written, so nothing can be started or changed: this server is read-only. Give the user of the server write permission, or serve a copy of the folder, and start it again`
}

/** Whether a collection can only be read from copies, of which each connection makes one. */
export async function needCopies(collections: Collections): Promise<boolean> {
  return (await dirsOf(collections)).some((dir) => needsCopy(databaseOf(dir)))
}

async function dirsOf(collections: Collections): Promise<string[]> {
  return (await collections.ids()).map((id) => collections.dirOf(id))
}
