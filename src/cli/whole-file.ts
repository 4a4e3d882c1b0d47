import { once } from 'node:events'
import { createWriteStream, statSync, type WriteStream } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { EventideError } from '../model/errors.ts'

export interface Replacing {
  /** Replace a file that exists. Default: refuse. */
  readonly force?: boolean
}

/** Every command with an output file has `--force`. */
export const FORCE_HELP = 'replace an output file that exists'

/** Refuses an existing file without `--force`, before any work is done. Devices and pipes are written directly. */
export function refuseExisting(file: string, { force = false }: Replacing): void {
  if (!force && kindOf(file) === 'file') throw exists(file)
}

/** Writes a text to a file, as `writeWhole` does. */
export async function saveFile(file: string, text: string, replacing: Replacing): Promise<void> {
  await writeWhole(file, replacing, async (stream) => void stream.end(text))
}

/** Streams a result to a file that appears only when it is complete. */
export async function writeWhole<T>(
  file: string,
  replacing: Replacing,
  write: (stream: WriteStream) => Promise<T>,
): Promise<T> {
  return completeFile(file, replacing, async (path) => {
    const stream = createWriteStream(path, { flush: path !== file })
    const failed: Error[] = []
    stream.on('error', (error) => failed.push(error))
    try {
      await once(stream, 'open')
      const result = await write(stream)
      if (!stream.writableEnded) stream.end()
      if (!stream.closed) await once(stream, 'close')
      if (failed[0]) throw failed[0]
      return result
    } finally {
      stream.destroy()
    }
  })
}

/**
 * `make` writes to a temporary name, and the file is renamed when it is complete; a failure leaves neither a partial nor a changed file.
 * Devices and pipes are written directly.
 */
export async function completeFile<T>(
  file: string,
  replacing: Replacing,
  make: (path: string) => Promise<T>,
): Promise<T> {
  if (kindOf(file) === 'device') return make(file)
  refuseExisting(file, replacing)
  const partial = `${file}.partial-${process.pid}`
  try {
    const result = await make(partial)
    await (replacing.force ? rename(partial, file) : renameToNew(partial, file))
    return result
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new EventideError('no-file', `Cannot write ${file}: ${reasonOf(cause as NodeJS.ErrnoException)}`, {
      cause,
    })
  } finally {
    await rm(partial, { force: true })
  }
}

/** A file created in the meantime is not replaced either. */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(to)
    // Some file systems have no links.
    await rename(from, to)
  }
}

function kindOf(file: string): 'file' | 'device' | null {
  const known = statSync(file, { throwIfNoEntry: false })
  if (!known) return null
  return known.isFile() || known.isDirectory() ? 'file' : 'device'
}

function exists(file: string): EventideError {
  return new EventideError(
    'file-exists',
    `${file} already exists: choose another name, or replace it with --force`,
  )
}

const REASONS = new Map([
  ['ENOENT', 'its folder does not exist'],
  ['ENOTDIR', 'its folder is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
])

function reasonOf(cause: NodeJS.ErrnoException): string {
  return REASONS.get(cause.code ?? '') ?? cause.message
}

/** Writes text or bytes, and waits for a slow reader, so that memory stays bounded. */
export async function writeText<Piece extends string | Uint8Array>(
  out: { write(piece: Piece): unknown },
  text: Piece,
): Promise<void> {
  if (out.write(text) === false) await once(out as NodeJS.WriteStream, 'drain')
}
