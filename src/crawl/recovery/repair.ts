import { type RecoveredFile, recoverArchive } from '../../archive/recover.ts'
import type { Store } from '../../store/store.ts'

interface Place {
  readonly store: Store
  readonly archiveDir: string
}

/** What was repaired after a crash. */
export interface Repaired {
  readonly files: readonly RecoveredFile[]
  /** URLs whose record was lost by the disk; they are fetched again. */
  readonly requeued: number
}

/**
 * Repairs the archive after a crash, and the database with it: incomplete tails are cut off and kept in separate files,
 * and pages that the disk lost although it had confirmed them are fetched again. Only for the single writer of the
 * collection.
 */
export async function repairAfterCrash({ store, archiveDir }: Place): Promise<Repaired> {
  const files = await recoverArchive(archiveDir, { exclusive: true, knownEnds: await store.archiveEnds() })
  const short = new Map(files.filter(({ state }) => state === 'short').map((one) => [one.file, one.length]))
  if (short.size === 0) return { files, requeued: 0 }
  const gone: string[] = []
  for await (const { warc, recordId } of store.captures()) {
    if (warc.offset + warc.length > (short.get(warc.file) ?? Number.POSITIVE_INFINITY)) gone.push(recordId)
  }
  return { files, requeued: (await store.forgetCaptures(gone)).requeued }
}
