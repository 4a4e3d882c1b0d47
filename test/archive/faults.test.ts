import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveFile, FileLayer } from '../../src/archive/archive-file.ts'
import { verifyArchive } from '../../src/archive/verify.ts'
import { expectedCaptures } from '../../src/crawl/recovery/expected-captures.ts'
import { EXIT_CODES } from '../../src/model/errors.ts'
import {
  CAPTURED,
  crawlSmall,
  listOf,
  openSmall,
  type SmallCollection,
  unsynced,
} from './small-collection.ts'

type Call = 'makeDirectory' | 'create' | 'write' | 'sync' | 'syncDirectory' | 'truncate' | 'remove'

interface Fault {
  readonly calls: readonly Call[]
  readonly code: string
  /** The failing write stores this many bytes first; all later writes fail, as on a full disk. */
  readonly shortBy?: boolean
}

/** Fails the n-th call and counts all calls. */
function failing(fault: Fault, nth: number): { files: FileLayer; count: () => number } {
  let count = 0
  const refuse = () => {
    throw Object.assign(new Error(`${fault.code}: injected`), { code: fault.code })
  }
  const before = (call: Call): void => {
    if (!fault.calls.includes(call)) return
    count += 1
    if (fault.shortBy ? count > nth : count === nth) refuse()
  }
  const watch = (file: ArchiveFile): ArchiveFile => ({
    async write(bytes, position) {
      before('write')
      const short = fault.shortBy && count === nth
      return file.write(short ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes, position)
    },
    async sync() {
      before('sync')
    },
    async truncate(length) {
      before('truncate')
      await file.truncate(length)
    },
    length: () => file.length(),
    close: () => file.close(),
  })
  const files: FileLayer = {
    ...unsynced,
    async makeDirectory(path) {
      before('makeDirectory')
      await unsynced.makeDirectory(path)
    },
    async create(path) {
      before('create')
      return watch(await unsynced.create(path))
    },
    async remove(path) {
      before('remove')
      await unsynced.remove(path)
    },
    async syncDirectory() {
      before('syncDirectory')
    },
  }
  return { files, count: () => count }
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'a full disk (ENOSPC)': { calls: ['write'], code: 'ENOSPC' },
  'a short write, then a full disk': { calls: ['write'], code: 'ENOSPC', shortBy: true },
  'a failing disk (EIO)': { calls: ['write', 'sync', 'syncDirectory', 'truncate'], code: 'EIO' },
  'no open files left (EMFILE)': { calls: ['create'], code: 'EMFILE' },
  'a read-only disk (EROFS)': { calls: ['makeDirectory', 'create', 'remove'], code: 'EROFS' },
}

let folder: string
let collection: SmallCollection

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-faults-'))
})
afterEach(async () => {
  await collection.store.close()
  await rm(folder, { recursive: true, force: true })
})

/** Everything done according to the database is in the archive, and the archive is sound. */
async function expectTruth(): Promise<void> {
  const verification = verifyArchive(collection.archiveDir, expectedCaptures(collection.store))
  const errors = (await listOf(verification)).filter(({ level }) => level === 'error')
  expect(errors).toEqual([])
  expect(verification.summary.confirmed).toBe(verification.summary.expected)
  expect(await collection.store.check()).toEqual([])
}

describe('4.14 archive writer faults', () => {
  for (const [name, fault] of Object.entries(FAULTS)) {
    it(`${name} at any call of a crawl: named error, nothing false, and a resume completes`, async () => {
      let ended = 0
      for (let nth = 1; ; nth += 1) {
        collection = await openSmall(join(folder, String(nth)))
        const { files, count } = failing(fault, nth)
        const error = await crawlSmall(collection, files).then(
          () => null,
          (reason: unknown) => reason,
        )
        if (error !== null) {
          ended += 1
          expect(error).toMatchObject({ name: 'EventideError', code: 'archive-write', exit: 'archive' })
          expect(String(error)).toContain(fault.code)
          expect(await listOf(collection.store.captures())).not.toHaveLength(CAPTURED.length)
        }
        await expectTruth()
        await collection.store.close()
        collection = await openSmall(join(folder, String(nth)))
        await crawlSmall(collection)
        await expectTruth()
        expect((await listOf(collection.store.captures())).map(({ url }) => url).sort()).toEqual(CAPTURED)
        const left = (await readdir(collection.archiveDir)).filter((file) => file.endsWith('.open'))
        expect(left).toEqual([])
        if (count() < nth) break
        await collection.store.close()
        expect(nth).toBeLessThan(60)
      }
      expect(ended).toBeGreaterThan(0)
    })
  }

  it('has its own exit code', () => {
    expect(EXIT_CODES.archive).toBe(6)
  })
})
