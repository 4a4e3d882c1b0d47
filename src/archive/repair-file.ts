import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveError } from './archive-error.ts'
import { diskLayer, type FileLayer, writeFully } from './archive-file.ts'
import { gapMember } from './gap-record.ts'
import type { RecordSources } from './record.ts'
import { saveDamagedBytes } from './save-damaged-bytes.ts'
import { readWarcFile } from './warc-reader.ts'

export interface RepairOptions {
  /** Offsets of readable but wrong records, which are treated as damage. */
  readonly falseRecords?: ReadonlySet<number>
  readonly files?: FileLayer
  readonly sources?: RecordSources
}

/** A damaged place and what was done about it. */
export interface RepairedPlace {
  readonly file: string
  readonly offset: number
  readonly bytes: number
  /**
   * `cut`: the end of the file was removed. `filled`: a record that describes the gap replaced it, so that every other record stays in
   * place. `left`: it could not be repaired and is unchanged.
   */
  readonly done: 'cut' | 'filled' | 'left'
  /** The file with the removed bytes; null when nothing was removed. */
  readonly keptAs: string | null
}

interface Damage {
  readonly offset: number
  readonly bytes: number
}

const SOURCES: RecordSources = { now: () => new Date(), randomBytes }

/**
 * Makes a damaged archive file readable for any tool. Damaged bytes are first saved to a file beside it; intact records are not changed
 * and keep their offsets. Can be interrupted and repeated. Only for files that are not being written.
 */
export async function repairFile(
  dir: string,
  file: string,
  options: RepairOptions = {},
): Promise<RepairedPlace[]> {
  const files = options.files ?? diskLayer
  try {
    const { size } = await stat(join(dir, file))
    const damages = await findDamage(join(dir, file), size, options.falseRecords ?? new Set())
    const repaired: RepairedPlace[] = []
    for (const damage of damages)
      repaired.push(await repairPlace(dir, file, damage, size, files, options.sources))
    return repaired
  } catch (error) {
    throw archiveError(file, error)
  }
}

/** Damaged places in order, adjacent ones merged. */
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
      // Without one gzip member per record nothing can be replaced.
      return []
    } else if (event.problem.code !== 'record-too-large') add(event.problem.offset, event.problem.skipped)
  }
  return found
}

async function repairPlace(
  dir: string,
  file: string,
  damage: Damage,
  size: number,
  files: FileLayer,
  sources: RecordSources = SOURCES,
): Promise<RepairedPlace> {
  const { offset, bytes } = damage
  const isTail = offset + bytes >= size
  const description = `${bytes} damaged bytes were here; eventide recover kept them beside this file`
  const gap = isTail || !file.endsWith('.gz') ? null : gapMember(bytes, description, sources)
  if (!isTail && !gap) return { file, offset, bytes, done: 'left', keptAs: null }
  const keptAs = await saveDamagedBytes(dir, file, damage, files)
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
