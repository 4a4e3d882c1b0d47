import { closeSync, openSync, utimesSync, writeSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { item } from '../conformance/bed.ts'
import type { Store } from '../store.ts'
import { openSqliteStore } from './open.ts'

let folder: string
let dir: string
let path: string
let store: Store

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-watch-'))
  dir = join(folder, 'collection')
  path = join(dir, 'collection.db')
  await mkdir(dir)
  // Once closed, so that the file and not only its log holds something.
  const made = await openSqliteStore(path)
  await made.add([item('https://a.example/0')])
  await made.close()
  store = await openSqliteStore(path)
  await store.add([item('https://a.example/1')])
})
afterEach(async () => {
  await store.close().catch(() => {})
  await rm(folder, { recursive: true })
})

/** Overwrites the first bytes of a file without changing its length. */
function overwrite(file: string): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, 0)
  closeSync(handle)
  // Clocks of file systems are coarse: this one must not show the time of the last change before.
  utimesSync(file, 1, 1)
}

const LOST: readonly [string, () => unknown, RegExp][] = [
  ['removed', () => rm(path), /collection\.db was removed by another program .* --rebuild$/],
  [
    'replaced by an empty file',
    async () => {
      await rm(path)
      await writeFile(path, '')
    },
    /collection\.db was replaced by another program .* --rebuild$/,
  ],
  ['emptied', () => truncate(path, 0), /collection\.db was changed by another program .* --rebuild$/],
  ['cut', () => truncate(path, 8192), /collection\.db was changed by another program/],
  ['overwritten', () => overwrite(path), /collection\.db was changed by another program .* verify /],
  ['a log that was cut', () => truncate(`${path}-wal`, 4096), /collection\.db-wal was changed by another/],
  ['a log that was overwritten', () => overwrite(`${path}-wal`), /collection\.db-wal was changed by another/],
  [
    'in a renamed folder',
    () => rename(dir, join(folder, 'elsewhere')),
    /The folder .*collection was removed or renamed .* nothing is lost: use it under its new name$/,
  ],
]

describe.skipIf(process.platform === 'win32')('a database that another program touches', () => {
  it.each(LOST)('%s is not written any more, and that is said', async (_, touch, message) => {
    await touch()
    const lost = { code: 'store-changed', exit: 'store', message: expect.stringMatching(message) }
    await expect(store.add([item('https://a.example/2')])).rejects.toMatchObject(lost)
    await expect(store.setMeta('a', 1)).rejects.toMatchObject(lost)
    await expect(store.close()).rejects.toMatchObject(lost)
  })

  it.each(LOST)('%s, after the last change, is noticed when it is closed', async (_, touch, message) => {
    await touch()
    await expect(store.close()).rejects.toMatchObject({ message: expect.stringMatching(message) })
  })

  it.each(['-wal', '-shm'])('whose %s is removed loses nothing', async (part) => {
    await rm(path + part)
    await expect(store.add([item('https://a.example/2')])).rejects.toMatchObject({
      code: 'store-changed',
      message: expect.stringMatching(/Nothing is lost.*Run the same command again$/),
    })
    await store.close().catch(() => {})
    store = await openSqliteStore(path)
    expect(await store.counts()).toMatchObject({ queued: 2 })
    expect(await store.check()).toEqual([])
  })

  it('is written on beside readers, checkpoints and the end of a reader', async () => {
    for (let n = 2; n < 8; n++) {
      const reader = await openSqliteStore(path, { readOnly: true })
      await store.add([item(`https://a.example/${n}`)])
      expect(await reader.counts()).toMatchObject({ queued: n + 1 })
      if (n % 2) await store.compact?.()
      await reader.close()
    }
    await store.compact?.()
    expect((await stat(`${path}-wal`)).size).toBe(0)
    await store.add([item('https://a.example/8')])
    await store.close()
  })
})
