import type { RecoveredFile } from '../../archive/recover.ts'
import { type RepairedPlace, repairFile } from '../../archive/repair-file.ts'
import { type ArchiveProblem, verifyArchive } from '../../archive/verify.ts'
import type { ProblemCode } from '../../archive/verify-problems.ts'
import type { Store } from '../../store/store.ts'
import { expectedCaptures } from './expected-captures.ts'
import { repairAfterCrash } from './repair.ts'

interface Place {
  readonly store: Store
  readonly archiveDir: string
}

export interface CollectionRecovery {
  /** Files whose writer had crashed. */
  readonly crashed: readonly RecoveredFile[]
  /** Damaged parts of other files. */
  readonly mended: readonly RepairedPlace[]
  /** Captures removed from the database, and URLs queued again because of it. */
  readonly forgotten: number
  readonly requeued: number
}

/** Problems that mean that a capture of the database is not in the archive. */
const GONE: ReadonlySet<ProblemCode> = new Set([
  'missing-file',
  'missing-record',
  'wrong-length',
  'wrong-url',
  'wrong-digest',
])

/** Problems of a record that exists but is wrong, or refers to a record that is missing. */
const FALSE: ReadonlySet<ProblemCode> = new Set([
  'missing-target',
  'wrong-target',
  'block-digest',
  'payload-digest',
  'http-header',
  'record-framing',
])

/** Problems of bytes that are not records. */
const DAMAGED: ReadonlySet<ProblemCode> = new Set([
  'gzip-corrupt',
  'gzip-truncated',
  'record-truncated',
  'record-malformed',
])

/**
 * Repairs a collection that nothing else writes to: archive files become readable from end to end with every complete
 * record in its place, damaged bytes are moved to separate files, and URLs whose record is missing are queued again.
 * Intact files are not changed, and a second run finds nothing to repair.
 */
export async function recoverCollection(place: Place): Promise<CollectionRecovery> {
  const { store, archiveDir } = place
  const { files: crashed, requeued: lost } = await repairAfterCrash(place)
  const found = new Map<string, Set<number>>()
  const claimed = await claimedPlaces(store, found, verifyArchive(archiveDir, expectedCaptures(store)))
  const mended: RepairedPlace[] = []
  for (const [file, falseRecords] of found)
    mended.push(...(await repairFile(archiveDir, file, { falseRecords })))
  const { captures, requeued } = await store.forgetCaptures(claimed)
  return { crashed, mended, forgotten: captures, requeued: requeued + lost }
}

/** The captures of the database that are missing in the archive; files with damage or wrong records of ours are added to `damaged`. */
async function claimedPlaces(
  store: Store,
  damaged: Map<string, Set<number>>,
  problems: AsyncIterable<ArchiveProblem>,
): Promise<string[]> {
  const gone = new Set<string>()
  const suspects = new Set<string>()
  for await (const { code, file, offset } of problems) {
    if (GONE.has(code)) gone.add(`${file}@${offset}`)
    if (FALSE.has(code)) suspects.add(`${file}@${offset}`)
    if (DAMAGED.has(code) && !damaged.has(file)) damaged.set(file, new Set())
  }
  const records: string[] = []
  for await (const { warc, recordId } of store.captures()) {
    const at = `${warc.file}@${warc.offset}`
    if (!gone.has(at) && !suspects.has(at)) continue
    records.push(recordId)
    // A wrong record in a file of another program is left alone; one of ours is not evidence and must not be taken for it.
    if (!suspects.has(at)) continue
    damaged.set(warc.file, (damaged.get(warc.file) ?? new Set()).add(warc.offset))
  }
  return records
}
