import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** One file being written. Writes name their position, so a failed one can never shift a later one. */
export interface ArchiveFile {
  /** May write less than asked, as the operating system may: resolves to the number of bytes taken. */
  write(bytes: Uint8Array, position: number): Promise<number>
  /** Resolves when everything written so far would survive a power cut. */
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  close(): Promise<void>
}

/** What the archive asks of a disk. Injected, so that every one of these calls can be made to fail in a test. */
export interface FileLayer {
  makeDirectory(path: string): Promise<void>
  /** A new, empty file; rejects when the name is taken. */
  create(path: string): Promise<ArchiveFile>
  /** An existing file, for cutting its tail. */
  reopen(path: string): Promise<ArchiveFile>
  /** No error when it is not there. */
  remove(path: string): Promise<void>
  /** Makes names created or removed in the directory survive a power cut. */
  syncDirectory(path: string): Promise<void>
  names(path: string): Promise<string[]>
  readText(path: string): Promise<string>
}

// A directory cannot be opened for syncing on every system (Windows refuses); there the names are journalled anyway.
const CANNOT_SYNC_DIRECTORY = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'])

export const diskLayer: FileLayer = {
  async makeDirectory(path) {
    const first = await mkdir(path, { recursive: true })
    if (first !== undefined) await diskLayer.syncDirectory(dirname(first))
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
    // The length of the file is flushed with the data; only its times are left to the system.
    sync: () => handle.datasync(),
    truncate: (length) => handle.truncate(length),
    close: () => handle.close(),
  }
}

/** Writes all of it, however little the disk takes at a time. */
export async function writeFully(file: ArchiveFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const taken = await file.write(bytes.subarray(done), position + done)
    if (taken <= 0) throw new Error('the disk took no bytes')
    done += taken
  }
}

/** The names in a folder; none when there is no such folder yet. */
export async function namesIfAny(files: FileLayer, path: string): Promise<string[]> {
  try {
    return await files.names(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** The system's name of an error (`ENOSPC`), empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
