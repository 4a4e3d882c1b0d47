import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeConformance } from '../conformance.ts'
import { openSqliteStore } from './open.ts'

storeConformance('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-store-'))
  return {
    open: (now) => openSqliteStore(join(folder, 'collection.db'), { now, journal: false }),
    remove: () => rm(folder, { recursive: true }),
  }
})
