import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockCollection, writerOf } from './lock.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-lock-'))
  path = join(folder, 'collection.db')
})
afterEach(() => rm(folder, { recursive: true }))

describe('the lock of a collection', () => {
  it.each([
    ['garbage', () => writeFile(`${path}.lock`, 'no lock at all '.repeat(1000))],
    ['cut', () => truncate(`${path}.lock`, 5000)],
    ['empty', () => truncate(`${path}.lock`, 0)],
  ])('is taken as before when its file is %s: it holds nothing else', async (_, damage) => {
    lockCollection(path).release()
    await damage()
    expect(writerOf(path)).toBe(null)
    const lock = lockCollection(path)
    expect(writerOf(path)).toMatchObject({ pid: process.pid })
    expect(() => lockCollection(path)).toThrow(/is being written by another process/)
    lock.release()
    lockCollection(path).release()
  })

  it('keeps others out when its file is overwritten while it is held', () => {
    const lock = lockCollection(path)
    const handle = openSync(`${path}.lock`, 'r+')
    writeSync(handle, Buffer.alloc(4096, 'garbage '))
    closeSync(handle)
    expect(() => lockCollection(path)).toThrow(/is being written by another process/)
    lock.release()
  })
})
