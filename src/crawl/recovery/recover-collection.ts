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
  /** Files whose writer had died. */
  readonly crashed: readonly RecoveredFile[]
  /** Damaged places in other files. */
  readonly mended: readonly RepairedPlace[]
  /** Captures the database no longer counts on, and URLs that wait to be fetched again because of it. */
  readonly forgotten: number
  readonly requeued: number
}

/** Problems that mean: what the database claims to lie here does not. */
const GONE: ReadonlySet<ProblemCode> = new Set([
  'missing-file',
  'missing-record',
  'wrong-length',
  'wrong-url',
  'wrong-digest',
])

/** Problems of a record that is there, and false, or nothing without another that is gone. */
const FALSE: ReadonlySet<ProblemCode> = new Set([
  'missing-target',
  'wrong-target',
  'block-digest',
  'payload-digest',
  'http-header',
  'record-framing',
])

/** Problems of bytes that are no records. */
const DAMAGED: ReadonlySet<ProblemCode> = new Set([
  'gzip-corrupt',
  'gzip-truncated',
  'record-truncated',
  'record-malformed',
])

/**
 * Repairs what can be repaired of a collection that nothing else writes to: archive files become readable from end to end with
 * every whole record in its place, damaged bytes are kept aside, and URLs whose record is gone wait to be fetched
 * again. What it finds sound it leaves alone; run again, it finds nothing to do.
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

/** The records the database counts on in vain; `damaged` learns which files hold damage, and false records of ours. */
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
    // A false record of another program's file is its own affair; one of ours is not evidence and must not pass for it.
    if (!suspects.has(at)) continue
    damaged.set(warc.file, (damaged.get(warc.file) ?? new Set()).add(warc.offset))
  }
  return records
}
