import { join } from 'node:path'
import { diskLayer, type FileLayer, namesIfAny } from './archive-file.ts'
import { cdxLine } from './cdxj.ts'
import { SortedLines } from './sorted-lines.ts'
import { readWarcFile } from './warc-reader.ts'

export interface IndexOptions {
  readonly files?: FileLayer
  /** Characters kept in memory before temporary files are used. */
  readonly maxHeld?: number
  /** Stops reading when it aborts; the index then rejects with its reason. */
  readonly signal?: AbortSignal
}

/** One indexed archive file. */
interface IndexedFile {
  readonly file: string
  /** Length up to the end of the last complete record: the part to copy while a crawl is writing. */
  readonly length: number
}

export interface ArchiveIndex {
  readonly files: readonly IndexedFile[]
  readonly captures: number
  /** Number of damaged places, which were skipped; `verify` lists them. */
  readonly problems: number
  /** CDXJ lines in order, without line ends. */
  lines(): AsyncIterable<string>
  /** Removes its temporary files. */
  close(): Promise<void>
}

/** The names of the archive files in a folder, sorted. */
async function archiveFiles(dir: string, files: FileLayer = diskLayer): Promise<string[]> {
  return (await namesIfAny(files, dir))
    .filter((name) => name.endsWith('.warc.gz') || name.endsWith('.warc'))
    .sort()
}

/** Indexes every record of an archive by URL and time, in bounded memory. */
export async function indexArchive(dir: string, options: IndexOptions = {}): Promise<ArchiveIndex> {
  const sorted = new SortedLines(options.maxHeld)
  const files: IndexedFile[] = []
  let captures = 0
  let problems = 0
  try {
    for (const file of await archiveFiles(dir, options.files)) {
      let length = 0
      options.signal?.throwIfAborted()
      for await (const event of readWarcFile(join(dir, file))) {
        options.signal?.throwIfAborted()
        if (event.kind === 'problem') {
          problems += 1
          continue
        }
        length = Math.max(length, event.record.offset + event.record.length)
        const line = cdxLine(event.record, file)
        if (line === null) continue
        captures += 1
        await sorted.add(line)
      }
      files.push({ file, length })
    }
  } catch (error) {
    await sorted.close()
    throw error
  }
  return { files, captures, problems, lines: () => sorted.sorted(), close: () => sorted.close() }
}
