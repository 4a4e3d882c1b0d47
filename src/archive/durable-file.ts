import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { diskLayer, errorCode } from './archive-file.ts'

/**
 * Writes a text to a file that is complete or absent, also after a power failure: under another name first, synced, then renamed, and
 * the folder synced. Rejects with `EEXIST` if the file exists, unless it may be replaced.
 */
export async function writeDurably(
  file: string,
  text: string,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<void> {
  const partial = `${file}.${randomUUID()}.part`
  try {
    const handle = await open(partial, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (replace) await rename(partial, file)
    else await linkOrRename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  await diskLayer.syncDirectory(dirname(file))
}

/** A link does not replace a file that appeared meanwhile. */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error
    // Some file systems have no links.
    await rename(from, to)
  }
}
