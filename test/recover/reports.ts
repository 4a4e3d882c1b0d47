import { verifyArchive } from '../../src/archive/verify.ts'
import { indexFileOf, openCollection } from '../../src/collection.ts'
import { expectedCaptures } from '../../src/crawl/recovery/expected-captures.ts'
import { missedEntries } from '../../src/crawl/recovery/missed-entries.ts'
import { eventContext } from '../../src/event-context.ts'
import { EventideError } from '../../src/model/errors.ts'

/** Everything that `eventide verify` reports about a collection, errors and notes. */
export async function reportsOn(dir: string): Promise<{ errors: string[]; notes: string[] }> {
  const errors: string[] = []
  const notes: string[] = []
  try {
    const { store, archiveDir } = await openCollection(dir, eventContext)
    try {
      errors.push(...(await store.check()))
      const { seeds, decisions } = await missedEntries(store)
      if (seeds.length + decisions.length > 0) notes.push('behind')
      const found = verifyArchive(archiveDir, expectedCaptures(store), { index: indexFileOf(dir) })
      for await (const { level, code, file, what } of found)
        (level === 'error' ? errors : notes).push(`${code} ${file}: ${what}`)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof EventideError)) throw error
    errors.push(error.message)
  }
  return { errors, notes }
}
