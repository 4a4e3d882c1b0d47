import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveError } from './archive-error.ts'
import { diskLayer, errorCode, type FileLayer, namesIfAny } from './archive-file.ts'
import { keepAside } from './keep-aside.ts'
import { MARKER, removeMarker, writerMayLive } from './open-marker.ts'
import { type ReadProblem, readWarcFile } from './warc-reader.ts'

export interface RecoverOptions {
  /** Where the last record the database knows of ends, by file name: only what comes after is read. */
  readonly knownEnds?: ReadonlyMap<string, number>
  /** Nobody else writes into this folder (the caller holds the collection's lock): every open file is a dead one. */
  readonly exclusive?: boolean
  readonly files?: FileLayer
}

/** What was done to one file that was open when its writer died. */
export interface RecoveredFile {
  readonly file: string
  /**
   * `sound`: every record was complete. `removed`: it held nothing but perhaps its own description. `live`: its writer
   * may still be at work, so it was left alone. `short`: it ends before what the database knows.
   */
  readonly state: 'sound' | 'cut' | 'removed' | 'live' | 'short'
  /** Length afterwards. */
  readonly length: number
  /** The incomplete tail: why, from where, how many bytes, and the file beside it that keeps them (null when that failed). */
  readonly cut: { offset: number; bytes: number; why: ReadProblem; keptAs: string | null } | null
  /** Complete response records after what the database knows: valid captures nobody claims; their pages are fetched again. */
  readonly unclaimed: readonly { offset: number; length: number; url: string }[]
}

/**
 * Puts a folder in order after a crash: finds the files whose writer died, cuts an incomplete tail, and says what it
 * did. Can be run at any time, by several processes at once, and stopped anywhere: running it again gives the same.
 * Files closed in order are not opened. Rejects with `archive-write` when the disk refuses.
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
        // Its writer closed it, or another process recovered it, since the folder was listed.
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
    // The disk lost what it said was safe. Nothing to cut; `verify` names every record that is gone.
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
  // A file with nothing but its own description describes nothing.
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

/** Keeps the tail before it is cut; on a full disk the cut matters more. */
async function keepTail(
  dir: string,
  name: string,
  tail: { readonly offset: number; readonly bytes: number },
  files: FileLayer,
): Promise<string | null> {
  try {
    return await keepAside(dir, name, tail, files)
  } catch {
    return null
  }
}
