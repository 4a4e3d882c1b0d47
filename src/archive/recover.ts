import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveError } from './archive-error.ts'
import { diskLayer, errorCode, type FileLayer, namesIfAny } from './archive-file.ts'
import { MARKER, removeMarker, writerMayLive } from './open-marker.ts'
import { saveDamagedBytes } from './save-damaged-bytes.ts'
import { type ReadProblem, readWarcFile } from './warc-reader.ts'

export interface RecoverOptions {
  /** End of the last record known to the database, by file name: only later bytes are read. */
  readonly knownEnds?: ReadonlyMap<string, number>
  /** The caller holds the lock of the collection: no other process writes here, and every open file is abandoned. */
  readonly exclusive?: boolean
  readonly files?: FileLayer
}

/** What was done about a file whose writer died. */
export interface RecoveredFile {
  readonly file: string
  /**
   * `sound`: every record was complete. `removed`: it held no captures. `live`: its writer may still be running, so it was not changed.
   * `short`: it ends before the last record known to the database.
   */
  readonly state: 'sound' | 'cut' | 'removed' | 'live' | 'short'
  /** Length afterwards. */
  readonly length: number
  /** The incomplete tail: reason, offset, length, and the file with its bytes (null when saving failed). */
  readonly cut: { offset: number; bytes: number; why: ReadProblem; keptAs: string | null } | null
  /** Complete response records unknown to the database: valid captures whose pages are fetched again. */
  readonly unclaimed: readonly { offset: number; length: number; url: string }[]
}

/**
 * Recovers a folder after a crash: finds the files whose writer died, removes incomplete tails and reports what it did. Can be run at any
 * time, by several processes at once, and interrupted: repeating it gives the same result. Properly closed files are not opened.
 * Rejects with `archive-write` when writing fails.
 */
export async function recoverArchive(dir: string, options: RecoverOptions = {}): Promise<RecoveredFile[]> {
  const files = options.files ?? diskLayer
  const recovered: RecoveredFile[] = []
  try {
    const names = new Set(await namesIfAny(files, dir))
    for (const marker of [...names].filter((name) => name.endsWith(MARKER)).sort()) {
      const name = marker.slice(0, -MARKER.length)
      try {
        if (!options.exclusive && (await writerMayLive(files, dir, name))) {
          recovered.push({ file: name, state: 'live', length: 0, cut: null, unclaimed: [] })
        } else if (!names.has(name)) {
          await removeMarker(files, dir, name)
        } else {
          recovered.push(await recoverFile(dir, name, options.knownEnds?.get(name) ?? 0, files))
        }
      } catch (error) {
        // Closed or recovered by another process since the folder was listed.
        if (errorCode(error) !== 'ENOENT') throw error
      }
    }
    return recovered
  } catch (error) {
    throw archiveError(dir, error)
  }
}

async function recoverFile(
  dir: string,
  name: string,
  knownEnd: number,
  files: FileLayer,
): Promise<RecoveredFile> {
  const path = join(dir, name)
  const { size } = await stat(path)
  if (size < knownEnd) {
    // The disk lost synced data. There is nothing to remove; `verify` lists every missing record.
    await removeMarker(files, dir, name)
    return { file: name, state: 'short', length: size, cut: null, unclaimed: [] }
  }
  const { end, records, why, unclaimed } = await soundEnd(path, knownEnd)
  const cut = why
    ? {
        offset: end,
        bytes: size - end,
        why,
        keptAs: await keepTail(dir, name, { offset: end, bytes: size - end }, files),
      }
    : null
  // A file with only a warcinfo record is useless.
  const empty = knownEnd === 0 && records <= 1
  if (empty) {
    await files.remove(path)
    await files.syncDirectory(dir)
  } else if (cut) await truncateTo(path, end, files)
  await removeMarker(files, dir, name)
  return { file: name, state: stateOf(empty, cut), length: empty ? 0 : end, cut, unclaimed }
}

function stateOf(empty: boolean, cut: RecoveredFile['cut']): RecoveredFile['state'] {
  if (empty) return 'removed'
  return cut ? 'cut' : 'sound'
}

async function soundEnd(path: string, start: number) {
  const unclaimed: { offset: number; length: number; url: string }[] = []
  let end = start
  let records = 0
  for await (const event of readWarcFile(path, { start })) {
    if (event.kind === 'problem') {
      if (event.problem.code === 'gzip-header') continue
      return { end, records, why: event.problem, unclaimed }
    }
    const { offset, length, type, url } = event.record
    end = offset + length
    records += 1
    if (type === 'response' || type === 'revisit') unclaimed.push({ offset, length, url })
  }
  return { end, records, why: null, unclaimed }
}

async function truncateTo(path: string, length: number, files: FileLayer): Promise<void> {
  const file = await files.reopen(path)
  try {
    await file.truncate(length)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Saves the tail before it is removed; on a full disk it is removed anyway. */
async function keepTail(
  dir: string,
  name: string,
  tail: { readonly offset: number; readonly bytes: number },
  files: FileLayer,
): Promise<string | null> {
  try {
    return await saveDamagedBytes(dir, name, tail, files)
  } catch {
    return null
  }
}
