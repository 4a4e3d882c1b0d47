import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveError } from './archive-error.ts'
import { diskLayer, type FileLayer, writeFully } from './archive-file.ts'
import { gapMember } from './gap-record.ts'
import { keepAside } from './keep-aside.ts'
import type { RecordSources } from './record.ts'
import { readWarcFile } from './warc-reader.ts'

export interface MendOptions {
  /** Places of records that can be read and are false all the same: treated like damage. */
  readonly falseRecords?: ReadonlySet<number>
  readonly files?: FileLayer
  readonly sources?: RecordSources
}

/** One damaged place, and what was done about it. */
export interface MendedPlace {
  readonly file: string
  readonly offset: number
  readonly bytes: number
  /**
   * `cut`: it was the end of the file. `filled`: a record that says what was here took its place, so that every other
   * record stays where it is. `left`: it could not be mended and is as it was.
   */
  readonly done: 'cut' | 'filled' | 'left'
  /** The file beside it that holds the bytes; null when they were left. */
  readonly keptAs: string | null
}

interface Damage {
  readonly offset: number
  readonly bytes: number
}

const SOURCES: RecordSources = { now: () => new Date(), randomBytes }

/**
 * Makes a damaged archive file readable from start to end for any tool. Damaged bytes are first copied beside it, so
 * that nothing is ever destroyed; whole records are not touched and keep their places. Can be stopped anywhere and run
 * again. Only for files that nobody writes.
 */
export async function mendFile(dir: string, file: string, options: MendOptions = {}): Promise<MendedPlace[]> {
  const files = options.files ?? diskLayer
  try {
    const { size } = await stat(join(dir, file))
    const damages = await findDamage(join(dir, file), size, options.falseRecords ?? new Set())
    const mended: MendedPlace[] = []
    for (const damage of damages)
      mended.push(await mendPlace(dir, file, damage, size, files, options.sources))
    return mended
  } catch (error) {
    throw archiveError(file, error)
  }
}

/** Damaged places in order, those that touch taken together. */
async function findDamage(
  path: string,
  size: number,
  falseRecords: ReadonlySet<number>,
): Promise<readonly Damage[]> {
  const found: Damage[] = []
  const add = (offset: number, bytes: number) => {
    const last = found.at(-1)
    if (last && last.offset + last.bytes >= offset) {
      const end = Math.min(size, Math.max(last.offset + last.bytes, offset + bytes))
      found[found.length - 1] = { offset: last.offset, bytes: end - last.offset }
    } else if (bytes > 0) found.push({ offset, bytes: Math.min(bytes, size - offset) })
  }
  for await (const event of readWarcFile(path)) {
    if (event.kind === 'record') {
      const { offset, length } = event.record
      if (falseRecords.has(offset)) add(offset, length)
    } else if (event.problem.code === 'not-per-record') {
      // Records have no places of their own here: nothing could be cut out.
      return []
    } else if (event.problem.code !== 'record-too-large') add(event.problem.offset, event.problem.skipped)
  }
  return found
}

async function mendPlace(
  dir: string,
  file: string,
  damage: Damage,
  size: number,
  files: FileLayer,
  sources: RecordSources = SOURCES,
): Promise<MendedPlace> {
  const { offset, bytes } = damage
  const isTail = offset + bytes >= size
  const description = `${bytes} damaged bytes were here; eventide recover kept them beside this file`
  const gap = isTail || !file.endsWith('.gz') ? null : gapMember(bytes, description, sources)
  if (!isTail && !gap) return { file, offset, bytes, done: 'left', keptAs: null }
  const keptAs = await keepAside(dir, file, damage, files)
  const open = await files.reopen(join(dir, file))
  try {
    if (gap) await writeFully(open, gap, offset)
    else await open.truncate(offset)
    await open.sync()
  } finally {
    await open.close()
  }
  return { file, offset, bytes, done: gap ? 'filled' : 'cut', keptAs }
}
