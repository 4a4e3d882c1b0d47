import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unreadable } from '../model/unreadable-file.ts'

/** One file being written. Writes state their position, so that a failed write cannot shift a later one. */
export interface ArchiveFile {
  /** May write fewer bytes than given: resolves to the number written. */
  write(bytes: Uint8Array, position: number): Promise<number>
  /** Resolves when everything written so far would survive a power failure. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  /** Null when the file has no name any more: another program removed it. */
  length(): Promise<number | null>
  close(): Promise<void>
}

/** The file operations of the archive. Injected, so that tests can make each of them fail. */
export interface FileLayer {
  makeDirectory(path: string): Promise<void>
  /** Creates a file; rejects when it exists. */
  create(path: string): Promise<ArchiveFile>
  /** Opens an existing file, to truncate it. */
  reopen(path: string): Promise<ArchiveFile>
  /** Does nothing when the file does not exist. */
  remove(path: string): Promise<void>
  /** Makes files created or removed in the directory survive a power failure. */
  syncDirectory(path: string): Promise<void>
  names(path: string): Promise<string[]>
  readText(path: string): Promise<string>
}

// Windows cannot open a directory for syncing, but journals its entries.
const CANNOT_SYNC_DIRECTORY = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'])

export const diskLayer: FileLayer = {
  async makeDirectory(path) {
    const first = await mkdir(path, { recursive: true })
    if (first === undefined) return
    // Each folder that was created is an entry of the one above it.
    const top = dirname(first)
    for (let above = dirname(path); above.length > top.length; above = dirname(above))
      await diskLayer.syncDirectory(above)
    await diskLayer.syncDirectory(top)
  },
  create: (path) => openFile(path, 'wx'),
  reopen: (path) => openFile(path, 'r+'),
  remove: (path) => rm(path, { force: true }),
  async syncDirectory(path) {
    try {
      const handle = await open(path, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    } catch (error) {
      if (process.platform !== 'win32' || !CANNOT_SYNC_DIRECTORY.has(errorCode(error))) throw error
    }
  },
  names: (path) => readdir(path),
  readText: (path) => readFile(path, 'utf8'),
}

async function openFile(path: string, flags: string): Promise<ArchiveFile> {
  const handle = await open(path, flags)
  return {
    write: async (bytes, position) => (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
    // Flushes data and length, but not the times of the file.
    sync: () => handle.datasync(),
    truncate: (length) => handle.truncate(length),
    length: async () => {
      const { size, nlink } = await handle.stat()
      return nlink === 0 ? null : size
    },
    close: () => handle.close(),
  }
}

/** Writes all bytes, in as many writes as needed. */
export async function writeFully(file: ArchiveFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const taken = await file.write(bytes.subarray(done), position + done)
    if (taken <= 0) throw new Error('No bytes were written')
    done += taken
  }
}

/** The names in a folder; empty when it does not exist. */
export async function namesIfAny(files: FileLayer, path: string): Promise<string[]> {
  try {
    return await files.names(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw errorCode(error) === 'EACCES' ? unreadable(path, error) : error
  }
}

/** The system's code of an error (`ENOSPC`), or ''. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
