import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { type FileLayer, writeFully } from './archive-file.ts'

/** Copies bytes of an archive file to a file beside it, synced, before they are removed; returns its name. */
export async function saveDamagedBytes(
  dir: string,
  name: string,
  range: { readonly offset: number; readonly bytes: number },
  files: FileLayer,
): Promise<string> {
  // A unique name: another process may be recovering the same file.
  const kept = `${name}.cut-${range.offset}-${randomUUID().slice(0, 8)}`
  const path = join(dir, kept)
  const copy = await files.create(path)
  try {
    try {
      let at = 0
      const end = range.offset + range.bytes - 1
      for await (const chunk of createReadStream(join(dir, name), { start: range.offset, end })) {
        await writeFully(copy, chunk, at)
        at += chunk.length
      }
      await copy.sync()
    } finally {
      await copy.close()
    }
    await files.syncDirectory(dir)
    return kept
  } catch (error) {
    await files.remove(path).catch(() => {})
    throw error
  }
}
